/** Opens a WebSocket with a token as its sub-protocol, which is how a browser can send one; without a token for a guest. */
export function openSocket(url: string, token: string | undefined): WebSocket {
  return new WebSocket(url, token === undefined ? [] : [token])
}
