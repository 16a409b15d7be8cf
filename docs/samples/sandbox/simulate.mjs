// Pays two people in the sandbox: one claims the money, and the other payment fails.
import { randomBytes } from "node:crypto";

const { API, API_KEY } = process.env;

async function call(method, path, body) {
  const headers = { authorization: `Bearer ${API_KEY}` };
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

// A new person on every run
const lin = `lin-${randomBytes(4).toString("hex")}`;
const items = [
  { email: `${lin}@example.com`, amount: "5.00" },
  { email: `${lin}+fail@example.com`, amount: "6.00" },
];
const payout = await call("POST", "/payouts", { items });
// When the clock has moved, everything that was due has happened.
await call("POST", "/simulate/clock", { advance_seconds: 1 });
const [first] = (await call("GET", `/payouts/${payout.id}/items`)).data;
await call("POST", `/simulate/payout_items/${first.id}/claim`);
await call("POST", "/simulate/clock", { advance_seconds: 1 });
for (const item of (await call("GET", `/payouts/${payout.id}/items`)).data) console.log(item.amount, item.status);
