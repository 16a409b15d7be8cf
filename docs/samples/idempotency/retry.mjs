// Sends a request twice with one key, as after a lost response, and then misuses the key.
const { API, API_KEY } = process.env;

async function add(email) {
  const response = await fetch(`${API}/recipients`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${API_KEY}`,
      "content-type": "application/json",
      "idempotency-key": "add-joan",
    },
    body: JSON.stringify({ email }),
  });
  return { text: await response.text(), headers: response.headers };
}

const first = await add("joan@example.com");
const again = await add("joan@example.com");
if (first.text === again.text) console.log("the same response");
console.log("Idempotent-Replayed:", again.headers.get("idempotent-replayed"));

// The same key with different JSON has no effect.
const problem = JSON.parse((await add("alan@example.com")).text);
console.log(problem.status, problem.title);
