import { AppError } from '@portico/core/common'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createStreamRequest } from './stream-request.ts'

// Of an authority that nobody else knows, for localhost; valid for a hundred years, and good for nothing but this test.
const authority = `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUdKUa53F/K0/JZe9Hke9/TNf6oI4wCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWUG9ydGljbyB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMTYwNjQy
MjNaGA8yMTI2MTAyMzA2NDIyM1owITEfMB0GA1UEAwwWUG9ydGljbyB0ZXN0IGF1
dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBbvmDIghRs0B2xD35K0
MzHtqKRnDZTbEakkilX9V6KD7RLRaMQrw0XbLZru10IPtftFlgRvqf6Q79tAyD/f
toajYzBhMB0GA1UdDgQWBBSZw2pFxlFlN1hUZnVAnSA5JdjKZzAfBgNVHSMEGDAW
gBSZw2pFxlFlN1hUZnVAnSA5JdjKZzAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
/wQEAwICBDAKBggqhkjOPQQDAgNIADBFAiEA+W5NbW8vPcJsXUaSfybxm81fYOQR
fs4lzlUBBUW6FJECICt2vJTY2P4MbnOQ/ToMKxSzmK8jaeesPENgQ2ivf7nX
-----END CERTIFICATE-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUPbVjD8RFOguluSbGlaN2ojNE5FUwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWUG9ydGljbyB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMTYwNjQy
MjNaGA8yMTI2MTAyMzA2NDIyM1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYH
KoZIzj0CAQYIKoZIzj0DAQcDQgAEm3CBxsHFZL5lU1IwpnYX9LofEMp5WpGhLoTt
Pk4aewRTs7CHO0JUsJbuQIemCef0e5eGR8dOHz6Bg3NfLDsDZqN+MHwwGgYDVR0R
BBMwEYIJbG9jYWxob3N0hwR/AAABMAkGA1UdEwQCMAAwEwYDVR0lBAwwCgYIKwYB
BQUHAwEwHQYDVR0OBBYEFGn5Znp7mms0QnHmUX8FZbT+j2yVMB8GA1UdIwQYMBaA
FJnDakXGUWU3WFRmdUCdIDkl2MpnMAoGCCqGSM49BAMCA0gAMEUCIQCGGN48uQRS
wmvgiCfu2ERG2MGsldNpSUGE28BwUw2K0AIgJM8NIOLD8XkVC7p5yO2sPqpQ7Jsj
3GOENvCOLNGJ5hI=
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTdIm/Hm/EE+UWFtb
YQGQqMngcclf52SLLqpgNzindE2hRANCAASbcIHGwcVkvmVTUjCmdhf0uh8Qynla
kaEuhO0+Thp7BFOzsIc7QlSwlu5Ah6YJ5/R7l4ZHx04fPoGDc18sOwNm
-----END PRIVATE KEY-----`

async function startHost(): Promise<string> {
  const server = createServer({ cert: certificate, key }, (_, response) => response.end('hello')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise(resolve => server.once('listening', resolve))
  return `https://localhost:${(server.address() as AddressInfo).port}/`
}

/** Asks an address by both senders in a process of its own: Node reads the variable when it starts. */
async function askWith(env: Record<string, string>, url: string): Promise<string> {
  const entry = new URL('./outbound.ts', import.meta.url).href
  const program = `
    const { createGuardedRequest, createStreamRequest } = await import(${JSON.stringify(entry)})
    const url = new URL(${JSON.stringify(url)})
    const guarded = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 10_000, maxBytes: 1000 })
    const said = error => error.cause?.code ?? error.code ?? error.message
    const one = await guarded(url, { headers: () => ({}) }).then(({ answer }) => String(answer.bytes), said)
    const sender = createStreamRequest()
    const other = await sender.send(url, { method: 'GET', headers: {}, idleTimeoutMs: 10_000 }).then(({ status }) => status, said)
    sender.close()
    console.log(one, other)
    process.exit()`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: import.meta.dirname })
  return stdout.trim()
}

test('hosts with a certificate of an authority of one’s own are trusted by NODE_EXTRA_CA_CERTS, and refused without it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-ca-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'ca.pem')
  writeFileSync(file, authority)
  const url = await startHost()
  expect(await askWith({ NODE_EXTRA_CA_CERTS: file }, url)).toBe('hello 200')
  expect(await askWith({}, url)).toMatch(/^UNABLE_TO_VERIFY_LEAF_SIGNATURE (?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|core\.target-unavailable)$/)
})

test('a sender that is given an authority trusts it, and one that is not says what is wrong', async () => {
  const url = new URL(await startHost())
  const request = { method: 'GET', headers: {}, idleTimeoutMs: 10_000 }
  const trusting = createStreamRequest({ ca: authority, env: {} })
  const other = createStreamRequest({ env: {} })
  onTestFinished(() => (trusting.close(), other.close()))
  expect((await trusting.send(url, request)).status).toBe(200)
  const error: unknown = await other.send(url, request).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).message).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})
