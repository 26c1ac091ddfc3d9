import { Client } from 'ldapts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@portico/core/testing'

const programs = ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd']
const slapd = programs.find(program => existsSync(program))
const schemas = '/etc/ldap/schema'
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Whether OpenLDAP is on this machine, with what its tests need. */
export const hasSlapd = slapd !== undefined && existsSync(`${schemas}/inetorgperson.schema`) && hasOpenssl

export const slapdLogin = { dn: 'cn=admin,dc=acme', secret: 'pw' }

export type SlapdRecord = readonly [dn: string, attributes: Readonly<Record<string, string | readonly string[] | Buffer>>]

/** OpenLDAP itself on loopback, with an empty directory of its own; gone when it is closed. */
export async function startSlapd(records: readonly SlapdRecord[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-slapd-'))
  const ca = writeCertificate(folder)
  writeFileSync(path.join(folder, 'slapd.conf'), configOf(folder))
  mkdirSync(path.join(folder, 'data'))
  const port = await freePort()
  const url = `ldap://127.0.0.1:${port}`
  // With a level of debugging it stays in the foreground.
  const child = spawn(slapd!, ['-d', '0', '-f', path.join(folder, 'slapd.conf'), '-h', `${url}/`], { stdio: 'ignore' })
  await eventually(() => fill(url, records))
  return {
    url,
    /** The file with the authority of its certificate. */
    ca,
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(folder: string): string {
  return [
    ...['core', 'cosine', 'nis', 'inetorgperson'].map(name => `include ${schemas}/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'moduleload memberof',
    `pidfile ${folder}/slapd.pid`,
    `TLSCACertificateFile ${folder}/cert.pem`,
    `TLSCertificateFile ${folder}/cert.pem`,
    `TLSCertificateKeyFile ${folder}/key.pem`,
    'database mdb',
    'maxsize 16777216',
    'suffix "dc=acme"',
    `rootdn "${slapdLogin.dn}"`,
    `rootpw ${slapdLogin.secret}`,
    `directory ${folder}/data`,
    'overlay memberof',
    '',
  ].join('\n')
}

function writeCertificate(folder: string): string {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '2',
    ...subject,
  ])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${String(made.stderr)}`)
  return cert
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function fill(url: string, records: readonly SlapdRecord[]): Promise<void> {
  const client = new Client({ url, timeout: 10_000, connectTimeout: 5000, strictDN: false })
  try {
    await client.bind(slapdLogin.dn, slapdLogin.secret)
    for (const [dn, attributes] of records) await client.add(dn, attributes as Record<string, string | string[]>)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}
