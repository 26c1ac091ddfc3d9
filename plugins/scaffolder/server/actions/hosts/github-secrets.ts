import type { Repositories, RepositoryRef, WriteOptions } from '@portico/integrations/server'
import { expectAnswer } from '../../publishing/publishing.ts'

/** Sets secrets at a place such as `/repos/acme/app/actions/secrets`. Setting one again replaces it. */
export async function putGithubSecrets(
  repositories: Pick<Repositories, 'call'>,
  ref: RepositoryRef,
  { place, secrets }: { readonly place: string; readonly secrets: Readonly<Record<string, string>> },
  options: WriteOptions,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return
  const answer = await repositories.call(ref, { path: `${place}/public-key` }, options)
  const { key, key_id } = expectAnswer(answer, 'Reading the key for secrets')
  for (const [name, value] of Object.entries(secrets)) {
    const body = { encrypted_value: await seal(value, String(key)), key_id }
    const call = { method: 'PUT', path: `${place}/${encodeURIComponent(name)}`, body } as const
    expectAnswer(await repositories.call(ref, call, options), `Setting the secret ${name}`)
  }
}

/** A sealed box of libsodium, which only the owner of the key can open. */
async function seal(value: string, publicKey: string): Promise<string> {
  // Large, and seldom needed.
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  const { ORIGINAL } = sodium.base64_variants
  return sodium.to_base64(sodium.crypto_box_seal(value, sodium.from_base64(publicKey, ORIGINAL)), ORIGINAL)
}
