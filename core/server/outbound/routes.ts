import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as TlsOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment } from '../config/environment.ts'
import { innerAddress, isInnerAddress } from './address-guard.ts'
import { proxyOf } from './proxy.ts'

/** How a request is connected. */
export interface Route {
  readonly agent: HttpAgent | HttpsAgent
  /** How the name is resolved, if not by the system. */
  readonly lookup?: LookupFunction
}

/** The connections of a sender: kept alive, and through the proxy that the environment names. All senders of the server connect this way. */
export function createRoutes(options: AgentOptions & TlsOptions, env: Environment = process.env) {
  const agents = new Map<string, HttpAgent | HttpsAgent>()

  /** Guarded and unguarded requests never share a connection. */
  function agentOf(isSecure: boolean, isGuarded: boolean, proxy: string | undefined): HttpAgent | HttpsAgent {
    const key = `${isSecure} ${isGuarded} ${proxy ?? ''}`
    let agent = agents.get(key)
    if (agent) return agent
    const all = { ...options, ...(proxy !== undefined && { proxyEnv: { http_proxy: proxy, https_proxy: proxy } }) }
    agents.set(key, (agent = isSecure ? new HttpsAgent(all) : new HttpAgent(all)))
    return agent
  }

  return {
    /** With a lookup that refuses internal addresses, such an address is refused here as well. */
    async routeOf(url: URL, lookup?: LookupFunction): Promise<Route> {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // An address needs no lookup, so it is checked here.
      if (lookup && isIP(host) && isInnerAddress(host)) throw innerAddress(host, host)
      const proxy = proxyOf(url, env)
      if (proxy !== undefined && lookup) await checkName(host, lookup)
      const agent = agentOf(url.protocol === 'https:', lookup !== undefined, proxy)
      // Behind a proxy, what is looked up here is the proxy, which the operator has named.
      return proxy === undefined && lookup ? { agent, lookup } : { agent }
    },
    close(): void {
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
}

/** A proxy resolves the name itself. One that this machine knows as an internal one is refused all the same. */
function checkName(host: string, lookup: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, error => {
      const isUnknown = error !== null && 'code' in error && ['ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))
      return error === null || isUnknown ? resolve() : reject(error)
    })
  })
}
