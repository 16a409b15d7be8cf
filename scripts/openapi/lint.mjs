// Lints an OpenAPI description with Redocly's recommended rules. Warnings fail:
//   node lint.mjs FILE

import { createConfig, lint } from "@redocly/openapi-core";

const config = await createConfig({ extends: ["recommended"] });
const problems = await lint({ ref: process.argv[2], config });
for (const { ruleId, message, location } of problems) {
  console.error(`${ruleId}: ${message} (${location[0].pointer})`);
}
process.exit(problems.length === 0 ? 0 : 1);
