import { rulesOf } from './rule.ts'

/** Rules for channels and messages. */
export const messageRules = rulesOf({
  'channel-added': ['added', 'compatible', 'Nobody uses it yet.'],
  'channel-removed': ['removed', 'breaking', 'Clients that send to it or listen on it stop working.'],
  'channel-address-changed': ['changed', 'breaking', 'Clients send to an address, or listen on one, that is no longer used.'],
  'channel-parameter-added': ['added', 'breaking', 'The address has a part that clients do not fill in.'],
  'channel-parameter-removed': ['removed', 'breaking', 'The address lacks a part that clients fill in.'],
  'channel-servers-changed': ['changed', 'risky', 'The channel may be on another server.'],
  'messaging-operation-added': ['added', 'compatible', 'Nobody uses it yet.'],
  'messaging-operation-removed': ['removed', 'breaking', 'What clients send is not received, or what they wait for is not sent.'],
  'messaging-action-changed': ['changed', 'breaking', 'Who sends and who receives has changed.'],
  'messaging-channel-changed': ['changed', 'breaking', 'It takes place on another channel.'],
  'received-message-added': ['added', 'compatible', 'Clients may go on sending the others.'],
  'received-message-removed': ['removed', 'breaking', 'What clients still send is not understood.'],
  'sent-message-added': ['added', 'risky', 'Clients get a message that they do not know.'],
  'sent-message-removed': ['removed', 'breaking', 'Clients that wait for it get nothing.'],
  'reply-changed': ['changed', 'risky', 'The answer comes elsewhere, or is another message.'],
  'message-added': ['added', 'compatible', 'A message matters only where it is sent or received.'],
  'message-removed': ['removed', 'risky', 'Clients that send it or wait for it stop working.'],
  'message-content-type-changed': ['changed', 'breaking', 'The message is written in another language.'],
  'message-payload-text-changed': ['changed', 'risky', 'The payload is in a language that cannot be compared by field.'],
  'correlation-id-changed': ['changed', 'risky', 'Messages that belong together are found in another way.'],
  'bindings-changed': ['changed', 'risky', 'Settings of the protocol have changed. Clients may need the same.'],
})
