import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { credentialsMissing } from '../errors.ts'
import type { AuthProvider } from './auth-provider.ts'

/** Where Kubernetes puts what a pod needs to call its own cluster. */
export const podFolder = '/var/run/secrets/kubernetes.io/serviceaccount'
// The kubelet replaces the file about every 48 minutes.
const freshMs = 60_000

/** The token of the config, else that of the pod in which the portal runs: its file is read again, because it is replaced. */
export function createServiceAccount(folder: string = podFolder): AuthProvider {
  let read: { readonly token: Promise<string>; readonly until: number } | undefined

  return async ({ cluster, isRefused }) => {
    if (cluster.serviceAccountToken !== undefined) return cluster.serviceAccountToken
    if (cluster.isFromCatalog)
      throw credentialsMissing(
        `The cluster ${cluster.name} is one of the catalog: the portal's own service account is not sent to it. Name it in kubernetes.clusterLocatorMethods with a serviceAccountToken`,
      )
    if (!read || isRefused || read.until < Date.now()) {
      const token = readToken(folder)
      token.catch(() => (read = undefined))
      read = { token, until: Date.now() + freshMs }
    }
    return read.token
  }
}

async function readToken(folder: string): Promise<string> {
  try {
    return (await readFile(path.join(folder, 'token'), 'utf8')).trim()
  } catch (cause) {
    throw credentialsMissing(
      `There is no serviceAccountToken in the config, and the portal does not run in a cluster: ${folder} has no token`,
      { cause },
    )
  }
}
