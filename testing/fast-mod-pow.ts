import { createRequire } from 'node:module';
import { modPow, PRIME } from './mod-pow.ts';

interface BigInteger {
  toString(radix: number): string;
  modPow(exponent: BigInteger, modulus: BigInteger, callback: (error: null, result: BigInteger) => void): BigInteger;
}

export interface BigIntegerClass {
  new (text: string, radix: number): BigInteger;
  readonly prototype: BigInteger;
}

/** Replaces the slow modular exponentiation of an SRP library; the rest of the protocol is unchanged. */
export function replaceModPow(LibraryInteger: BigIntegerClass): void {
  const { modPow: libraryModPow } = LibraryInteger.prototype;
  LibraryInteger.prototype.modPow = function fastModPow(this: BigInteger, exponent, modulus, callback) {
    if (toBigInt(modulus) !== PRIME) return libraryModPow.call(this, exponent, modulus, callback);
    const result = new LibraryInteger(modPow(toBigInt(this), toBigInt(exponent)).toString(16), 16);
    callback(null, result);
    return result;
  };
}

function toBigInt(value: BigInteger): bigint {
  const text = value.toString(16);
  return text.startsWith('-') ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

const require = createRequire(import.meta.url);
const library = require('amazon-cognito-identity-js/lib/BigInteger') as { default: BigIntegerClass };
replaceModPow(library.default);
