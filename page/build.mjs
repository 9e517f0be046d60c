// node build.mjs OUT: bundles the page into one file, with a slot for the data of an exploration.
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const out = process.argv[2];
if (!out) throw new Error('usage: node build.mjs OUT');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { outputFiles } = await build({
  entryPoints: [here('src/main.tsx'), here('src/style.css')],
  bundle: true,
  minify: true,
  write: false,
  outdir: 'unused',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
});
const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending)).text;
// Inside of a script element only this ends it.
const script = text('main.js').replaceAll('</script', '<\\/script');
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Heddle</title>
<style>${text('style.css')}</style>
<body>
<div id="page"><noscript>This page needs JavaScript; report.txt says the same.</noscript></div>
<script type="application/json" id="data">{"heddle":"data"}</script>
<script>${script}</script>
`;
await writeFile(out, page);
