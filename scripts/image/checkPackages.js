/**
 * Ends a build of the image in which a package with binaries is missing or cannot be used: npm leaves out optional
 * packages without a word, and the server would not start.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Uses of packages by name; each fails if its package does. */
const uses = {
  'better-sqlite3-13': (Sqlite) => new Sqlite(':memory:').prepare('SELECT sqlite_version()').get(),
  sharp: (sharp) =>
    sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer(),
};

for (const [name, use] of Object.entries(uses)) {
  try {
    await use(require(name));
  } catch ({ message }) {
    process.stderr.write(
      `The package ${name} cannot be used, so the image would not work: npm left it out, or its binary does not ` +
        `fit Node ${process.versions.node} on ${process.platform} ${process.arch}. ${message}\n`,
    );
    process.exitCode = 1;
  }
}
