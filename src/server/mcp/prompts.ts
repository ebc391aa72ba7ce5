import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';

interface Job {
  readonly prompt: Prompt;
  write(values: Readonly<Record<string, string>>): string;
}

const longestValue = 20_000;

/** Common jobs, told once: what is asked for, and the words for the model. */
const jobs: readonly Job[] = [
  {
    prompt: {
      name: 'carry-out-task',
      title: 'Carry out a task',
      description: 'Does a business task step by step; every write is shown and approved first',
      arguments: [{ name: 'task', description: 'What is to be done, with all numbers you know', required: true }],
    },
    write: ({ task = '' }) =>
      `Carry out this task in the business systems:\n\n${task}\n\nSearch for each step, describe what you want to use, read what already exists, and look up codes. Keep the order of the business process. Propose every write, repair what the findings say, and submit the plan once I have approved it. If something is missing that only I can know, ask instead of inventing it. At the end tell me what was done, with the numbers of the documents, and what was not.`,
  },
  {
    prompt: {
      name: 'find-api',
      title: 'Find the right API',
      description: 'Finds the EntitySet or operation for a need and says why it is the one',
      arguments: [{ name: 'need', description: 'What you want to do, in business words', required: true }],
    },
    write: ({ need = '' }) =>
      `Which EntitySet or operation do I need for this?\n\n${need}\n\nSearch, describe the best candidates, and answer with one recommendation: its id, why it fits better than the next ones, which properties a create must carry, and which steps the business process needs before and after it.`,
  },
  {
    prompt: {
      name: 'explain-process',
      title: 'Explain a business process',
      description: 'Explains a process step by step with the API behind each step',
      arguments: [{ name: 'process', description: 'Id of the process', required: true }],
    },
    write: ({ process = '' }) =>
      `Read the resource groundrail://process/${process} and explain this business process to me: the steps in order, who does them, where it branches and on what condition, and which EntitySet or operation stands behind each step. Say which steps have none.`,
  },
  {
    prompt: {
      name: 'prepare-call',
      title: 'Prepare a call',
      description: 'Builds a checked call for an EntitySet or operation, without sending it',
      arguments: [
        { name: 'target', description: 'Id of the EntitySet or operation, SVC/Name', required: true },
        { name: 'facts', description: 'The values you have', required: false },
      ],
    },
    write: ({ target = '', facts = '' }) =>
      `Prepare a call of ${target}${facts === '' ? '' : ` with these facts:\n\n${facts}`}\n\nDescribe it, look up the codes it needs, and propose the call until no finding of severity error is left. Do not submit it. Show me the request and say which values are missing.`,
  },
];

/** The prompts as the protocol lists them. */
export const prompts: readonly Prompt[] = jobs.map(({ prompt }) => prompt);

/** A prompt with its arguments filled in; the protocol's error says what is missing or unknown. */
export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const job = jobs.find(({ prompt }) => prompt.name === name);
  if (job === undefined) {
    const known = jobs.map(({ prompt }) => prompt.name).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 200)}. There are ${known}.`);
  }
  const { description, arguments: parameters = [] } = job.prompt;
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? '';
    if (parameter.required === true && value.trim() === '')
      throw new McpError(ErrorCode.InvalidParams, `The prompt ${name} needs the argument ${parameter.name}.`);
    if (value.length > longestValue) {
      const message = `The argument ${parameter.name} has more than ${longestValue} characters.`;
      throw new McpError(ErrorCode.InvalidParams, message);
    }
  }
  return {
    ...(description !== undefined && { description }),
    messages: [{ role: 'user', content: { type: 'text', text: job.write(values) } }],
  };
}
