/** Bundles the web page. Names of files contain hashes of their content, so browsers keep them for ever. */

import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The oldest browsers in which the page works: what two years of updates bring, and Safari since 16.4. */
const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox121', 'safari16.4'];

/** The page: path from the root → bytes; each file compressed beside itself, and the document that loads them. */
export function bundledPage(esbuild, root) {
  const { outputFiles, metafile } = esbuild.buildSync({
    absWorkingDir: root,
    entryPoints: ['web/main.tsx', 'web/styles/main.css'],
    outdir: 'dist/web',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: OLDEST_BROWSERS,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { '@hansard/client': './packages/client/src/client.ts' },
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const files = new Map();
  const paths = Object.keys(metafile.outputs);
  for (const path of paths) {
    const contents = Buffer.from(outputFiles.find((file) => file.path.endsWith(path)).contents);
    files.set(path, contents);
    files.set(`${path}.br`, brotli(contents));
    files.set(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
  const document = documentOf(metafile.outputs);
  const worker = offlineWorker(esbuild, root, paths, document);
  files.set('dist/web/offline.js', worker);
  files.set('dist/web/offline.js.br', brotli(worker));
  files.set('dist/web/offline.js.gz', gzipSync(worker, { level: 9 }));
  files.set('dist/web/index.html', Buffer.from(document));
  return files;
}

/** The service worker, which knows every file of the page. Browsers look for it at one path, so that has no digest. */
function offlineWorker(esbuild, root, paths, document) {
  const addresses = paths.map(addressOf).sort();
  const { outputFiles } = esbuild.buildSync({
    absWorkingDir: root,
    entryPoints: ['web/offline.ts'],
    outdir: 'dist/web',
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: OLDEST_BROWSERS,
    define: {
      FILES: JSON.stringify(addresses),
      BUILD: JSON.stringify(
        createHash('sha256')
          .update(addresses.join() + document)
          .digest('hex')
          .slice(0, 12),
      ),
    },
  });
  return Buffer.from(outputFiles[0].contents);
}

const addressOf = (path) => path.replace('dist/web/', '/app/');

const brotli = (contents) =>
  brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length } });

function documentOf(outputs) {
  const made = Object.entries(outputs);
  const [script, { imports }] = made.find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  const [style] = made.find(([, { entryPoint }]) => entryPoint === 'web/styles/main.css');
  const early = imports.filter(({ kind }) => kind === 'import-statement');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Hansard</title>
<link rel="icon" href="/icons/organization.svg?version=1">
<link rel="stylesheet" href="${addressOf(style)}">
${early.map(({ path }) => `<link rel="modulepreload" href="${addressOf(path)}">\n`).join('')}<script type="module" src="${addressOf(script)}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs scripts. Apps and programs work without it: <a href="/api/v1/reference">the interface</a>.</noscript>
</body>
</html>
`;
}
