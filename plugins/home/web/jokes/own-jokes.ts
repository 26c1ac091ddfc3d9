export interface Joke {
  readonly category: 'programming' | 'dad'
  readonly setup: string
  readonly punchline: string
}

const programming: readonly (readonly [string, string])[] = [
  ['How many programmers does it take to change a light bulb?', 'None. It worked yesterday, so it must be the wiring.'],
  ['Why did the two threads never meet for lunch?', 'Each was waiting for the other to release the table.'],
  ['What did the cache say to the database?', 'I would ask you, but I think I already know.'],
  ['Why was the function so calm?', 'It had no side effects.'],
  ['What is the shortest lie in software?', 'Only a small change.'],
  ['Why did the tester order minus one coffees?', 'To see what the café would do. It gave a refund.'],
  ['Why do recursive functions make poor storytellers?', 'To understand the story, you first have to hear the story.'],
  ['What do you call a release on a Friday?', 'Weekend plans.'],
  ['Why did the branch feel lonely?', 'Nobody wanted to merge with it.'],
  ['How does a pod say goodbye?', 'It does not. It is simply somewhere else now.'],
  ['Why did the regular expression cross the road?', 'Nobody knows. It matched the road too.'],
  ['What is the favourite dance of a load balancer?', 'Round robin.'],
  ['Why are time zones like unit tests?', 'They all agree until the last Sunday in March.'],
  ['Why did the architect draw only boxes?', 'The arrows were left as an exercise for the team.'],
  ['What did the log file say at its retirement?', 'I have seen things. Mostly warnings.'],
  ['Why was the YAML file sad?', 'It had lost its place by one space.'],
]

const dad: readonly (readonly [string, string])[] = [
  ['Why did the bicycle need a rest?', 'It was two tired.'],
  ['What do you call a fish that knows its way around a kitchen?', 'A sole proprietor.'],
  ['Why do bakers work so early?', 'They need the dough.'],
  ['What did the wall say to the other wall?', 'Shall we meet at the corner?'],
  ['Why did the clock go to the doctor?', 'It felt run down.'],
  ['What do you get when you cross a snowman with a dog?', 'Frostbite.'],
  ['Why was the broom late for work?', 'It overswept.'],
  ['What kind of shoes do spies wear?', 'Sneakers.'],
  ['Why did the tomato blush?', 'It saw the salad dressing.'],
  ['How do you organise a party in space?', 'You planet.'],
  ['Why are ghosts bad at lying?', 'You can see right through them.'],
  ['What did the ocean say to the shore?', 'Nothing. It just waved.'],
  ['Why did the gardener change jobs?', 'The old one did not pay enough celery.'],
  ['What is brown and sticky?', 'A stick.'],
  ['Why do seagulls stay away from the bay?', 'They would be called bagels.'],
  ['I used to hate facial hair.', 'Then it grew on me.'],
]

/** The jokes that come with the portal, so that the widget needs no service. */
export const ownJokes: readonly Joke[] = [
  ...programming.map(([setup, punchline]) => ({ category: 'programming' as const, setup, punchline })),
  ...dad.map(([setup, punchline]) => ({ category: 'dad' as const, setup, punchline })),
]
