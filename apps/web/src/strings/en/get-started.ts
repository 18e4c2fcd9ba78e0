export const getStarted = {
  title: 'Get started',
  hint: 'A few steps to a workspace where people and agents work together.',
  allDone: 'Your workspace is set up.',
  done: 'Done',
  open: 'To do',
  steps: {
    task: {
      title: 'Create a task',
      hint: 'Tasks hold the work: for you, your team or an agent.',
      action: 'New task',
    },
    agent: {
      title: 'Connect an agent',
      hint: 'Run one line where it works, or register it here first. This step is done once it connects.',
      action: 'New agent',
    },
    invite: {
      title: 'Invite someone',
      hint: 'Send a link or show its QR code. It works once, for seven days.',
      action: 'Invite person',
    },
    import: {
      title: 'Bring your work',
      hint: 'Import tasks from Linear, Jira, GitHub, Trello, Asana and others. You see what they become first.',
      action: 'Import',
    },
  },
  demo: {
    title: 'Show me the demo',
    hint: 'Run this where Tandem is installed (in a clone of its repository: npm start -- --demo). It serves a separate workspace with six weeks of work and two running agents:',
    command: 'tandem serve --demo',
    noun: 'command',
  },
  dismiss: 'Dismiss',
  finish: 'Finish',
};
