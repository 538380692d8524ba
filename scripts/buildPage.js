/** Bundles the web page. Names of files say what is in them, so browsers keep them for ever. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The page: path from the root → bytes; each file compressed beside itself, and the document that loads them. */
export function bundledPage(esbuild, root) {
  const { outputFiles, metafile } = esbuild.buildSync({
    ...{ absWorkingDir: root, entryPoints: ['web/main.tsx', 'web/styles/main.css'], outdir: 'dist/web' },
    ...{ entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', assetNames: '[name]-[hash]' },
    ...{ bundle: true, splitting: true, minify: true, platform: 'browser', format: 'esm', target: 'es2022' },
    ...{
      jsx: 'automatic',
      jsxImportSource: 'preact',
      alias: { '@hansard/client': './packages/client/src/client.ts' },
    },
    ...{ write: false, metafile: true, legalComments: 'none', logLevel: 'warning' },
  });
  const files = new Map();
  const paths = Object.keys(metafile.outputs);
  for (const path of paths) {
    const contents = Buffer.from(outputFiles.find((file) => file.path.endsWith(path)).contents);
    files.set(path, contents);
    files.set(`${path}.br`, brotli(contents));
    files.set(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
  files.set('dist/web/index.html', Buffer.from(documentOf(metafile.outputs)));
  return files;
}

const brotli = (contents) =>
  brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length } });

function documentOf(outputs) {
  const made = Object.entries(outputs);
  const [script, { imports }] = made.find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  const [style] = made.find(([, { entryPoint }]) => entryPoint === 'web/styles/main.css');
  const early = imports.filter(({ kind }) => kind === 'import-statement');
  const address = (path) => path.replace('dist/web/', '/app/');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Hansard</title>
<link rel="icon" href="/icons/organization.svg?version=1">
<link rel="stylesheet" href="${address(style)}">
${early.map(({ path }) => `<link rel="modulepreload" href="${address(path)}">\n`).join('')}<script type="module" src="${address(script)}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs scripts. Apps and programs work without it: <a href="/api/v1/reference">the interface</a>.</noscript>
</body>
</html>
`;
}
