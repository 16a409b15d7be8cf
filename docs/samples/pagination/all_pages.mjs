// Prints the email address of every recipient, newest first, reading two at a time.
const { API, API_KEY } = process.env;

async function* recipients() {
  const query = new URLSearchParams({ page_size: 2 });
  for (;;) {
    const response = await fetch(`${API}/recipients?${query}`, { headers: { authorization: `Bearer ${API_KEY}` } });
    if (!response.ok) throw new Error(await response.text());
    const page = await response.json();
    yield* page.data;
    if (page.next_cursor === null) return;
    query.set("cursor", page.next_cursor);
  }
}

for await (const recipient of recipients()) console.log(recipient.email);
