/** Zip files built byte by byte, so that they can be as bad as a test needs. */
import { deflateRawSync } from 'node:zlib';

/** Path in an archive → its bytes, or what becomes JSON. */
export type Files = Readonly<Record<string, Buffer | object>>;

/** The bytes that a file has. */
export const bytesOf = (value: Buffer | object): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));

/** A zip file; `claimed` is the size that entries claim to have. */
export function zipOf(files: Files, { claimed }: { readonly claimed?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, value] of Object.entries(files)) {
    const bytes = bytesOf(value);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(checksum(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed ?? bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, path]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06'), end]);
}

/** The checksum after eight bits more, by its lowest byte. */
const CRC_32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

/** CRC-32: Node 20 has none of its own. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ CRC_32[(sum ^ byte) & 255]!;
  return (sum ^ 0xffffffff) >>> 0;
}
