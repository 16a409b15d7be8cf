// Compiles only if the generated types fit a client: fields by name, amounts as strings, one error type.

import type { components, operations, paths } from "./api";

type Problem = components["schemas"]["Problem"];
type Errors = operations["createPayout"]["responses"];

export const payout: components["schemas"]["CreatePayout"] = {
  items: [{ email: "ada@example.com", amount: "12.50" }],
};

export function completed(page: components["schemas"]["PayoutPage"]): string[] {
  return page.data.filter((payout) => payout.status === "completed").map((payout) => payout.id);
}

export function explain(problem: Errors[400]["content"]["application/problem+json"]): string {
  const same: Problem = problem;
  return `${same.title} (${same.status}): ${same.detail}`;
}

// @ts-expect-error: an amount is a string.
export const wrong: components["schemas"]["CreatePayout"] = { items: [{ email: "a@b.example", amount: 12.5 }] };

export type Balance = paths["/balance"]["get"]["responses"][200]["content"]["application/json"];
