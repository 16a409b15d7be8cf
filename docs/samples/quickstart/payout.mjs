// Pays two people, waits until the payout is settled, and prints each payment.
import { setTimeout as sleep } from "node:timers/promises";

const { API, API_KEY } = process.env;

// A GET, or a POST if there is a body.
async function call(path, body, headers = {}) {
  const response = await fetch(API + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const items = [
  { email: "ada@example.com", amount: "12.50", reference: "invoice 17" },
  { email: "grace@example.com", amount: "7.00", reference: "invoice 18" },
];
const payout = await call("/payouts", { items }, { "idempotency-key": "invoices-17-and-18" });

// Items settle within moments.
while ((await call(`/payouts/${payout.id}`)).item_breakdown.processing > 0) await sleep(200);
for (const item of (await call(`/payouts/${payout.id}/items`)).data) {
  console.log(item.email, item.amount, item.status);
}
