// Sends a request that can't succeed, and decides by the title of the problem what to do.
const { API, API_KEY } = process.env;

const response = await fetch(`${API}/payouts`, {
  method: "POST",
  headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
  body: JSON.stringify({ items: [{ email: "ada@example.com", amount: "12,50" }] }),
});
if (!response.ok) {
  const problem = await response.json();
  switch (problem.title) {
    case "invalid_request":
      for (const { location } of problem.errors) console.log("correct", location);
      break;
    case "insufficient_funds":
      console.log("add money:", problem.detail);
      break;
    case "rate_limited":
    case "internal_error":
    case "unavailable":
      console.log("retry after", response.headers.get("retry-after"));
      break;
    default:
      console.log("report", problem.instance);
  }
}
