/**
 * Signs a JSON Web Token that lets somebody in for five minutes, as the log-in of a company would:
 *
 *     node examples/sign-token.mjs ann@example.com 'the secret in JWT_AUTH_KEYS'
 */
import { SignJWT } from 'jose';

const [email, secret] = process.argv.slice(2);
if (email === undefined || secret === undefined) {
  console.error('Say whose token it is, and the secret.');
  process.exit(2);
}
const token = new SignJWT({ email })
  .setProtectedHeader({ alg: 'HS256' })
  .setIssuedAt()
  .setExpirationTime('5m');
console.log(await token.sign(Buffer.from(secret)));
