/** Files that rows upload, by their names. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'pixel.png': new Uint8Array(PIXEL),
  'large.png': new Uint8Array(Buffer.concat([PIXEL, Buffer.alloc(256 * 1024)])),
  'script.svg': new Uint8Array(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ),
};
