import type { SignCallback } from 'isomorphic-git'

/**
 * Signs commits with a private key of OpenPGP, as `gpg --export-secret-keys --armor` writes it, without a passphrase, since config has no place
 * for one. The same commit gets the same signature, so that a push that is made again is recognised.
 */
export function createCommitSigner(at: number): SignCallback {
  return async ({ payload, secretKey }) => {
    // Large, and seldom needed.
    const openpgp = await import('openpgp')
    const key = await openpgp.readPrivateKey({ armoredKey: secretKey }).catch((error: Error) => {
      throw new Error(`The key for signing commits cannot be read: ${error.message}`)
    })
    if (!key.isDecrypted()) throw new Error('The key for signing commits is protected with a passphrase, which config cannot give')
    const signature = await openpgp.sign({
      message: await openpgp.createMessage({ binary: Buffer.from(payload) }),
      signingKeys: key,
      detached: true,
      date: new Date(at * 1000),
      config: { nonDeterministicSignaturesViaNotation: false },
    })
    return { signature }
  }
}
