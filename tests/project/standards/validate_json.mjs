// Validates files of JSON against a schema: node validate_json.mjs SCHEMA FILE...
// One line for each problem; exit code 1 if there is any. SCHEMA is a file, or "sarif".
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const [which, ...files] = process.argv.slice(2);
const sarif = () => join(dirname(require.resolve("schemastore/package.json")), "schemas/json/sarif-2.1.0.json");
const schema = read(which === "sarif" ? sarif() : which);
const Validator = schema.$schema?.includes("2020-12") ? Ajv2020 : Ajv;
const validator = new Validator({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(validator);
const validate = validator.compile(schema);
let bad = false;
for (const file of files) {
  if (validate(read(file))) continue;
  bad = true;
  for (const error of validate.errors) console.log(`${file}${error.instancePath}: ${error.message} ${JSON.stringify(error.params)}`);
}
process.exit(bad ? 1 : 0);
