/** Files that rows upload, by their names. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'pixel.png': new Uint8Array(PIXEL),
  'large.png': new Uint8Array(Buffer.concat([PIXEL, Buffer.alloc(256 * 1024)])),
  'oversized.png': new Uint8Array(Buffer.concat([PIXEL, Buffer.alloc(5 * 1_048_576)])),
  'notes.txt': new Uint8Array(Buffer.from('The logo is round.')),
  'empty.txt': new Uint8Array(),
  'huge.bin': new Uint8Array(1_048_577),
  'script.svg': new Uint8Array(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ),
};
