import { createHmac } from 'node:crypto';

/** Secret shared with the issuer in tests. */
export const jwtSecret = 'a secret of thirty-two characters';
export const jwtIssuer = 'https://issuer.test';
export const jwtAudience = 'shipmate';

/** Returns a JWT of the test issuer, valid for one minute. */
export function signJwt(claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256' })}.${encode({ iss: jwtIssuer, aud: jwtAudience, exp, ...claims })}`;
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
}
