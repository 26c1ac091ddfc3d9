/** The channel of signals that tasks have changed. They reach everybody, so they say nothing more. */
export const tasksChannel = 'scaffolder-tasks'
