// Compiles the test contracts: node compile.cjs <folder of .sol> <folder for .json>
// A .json file contains the deployment code of a contract and the selectors of its functions. It downloads nothing.
const fs = require("node:fs");
const path = require("node:path");
const solc = require("solc");

const [from, into] = process.argv.slice(2);
const files = fs.readdirSync(from).filter((name) => name.endsWith(".sol")).sort();
const sources = Object.fromEntries(
  files.map((name) => [name, { content: fs.readFileSync(path.join(from, name), "utf8") }]),
);
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: "paris",
  // Without the hash of the sources, so that a comment changes no code.
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
};
const output = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings })));
for (const problem of output.errors ?? []) {
  console.error(problem.formattedMessage);
  process.exitCode = 1;
}
if (!process.exitCode) {
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, { evm }] of Object.entries(contracts)) {
      const made = { code: `0x${evm.bytecode.object}`, methods: evm.methodIdentifiers };
      fs.writeFileSync(path.join(into, `${name}.json`), `${JSON.stringify(made, null, 1)}\n`);
    }
  }
}
