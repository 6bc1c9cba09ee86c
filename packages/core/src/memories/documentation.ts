import { tagged } from '../rest.ts';

const errors = { 404: ['Memory not found.'] };

/** The OpenAPI descriptions of the operations on memories. */
export const documented = tagged('Memories', {
  list: {
    name: 'listMemories',
    summary: 'List memories',
    description:
      'Last changed first. `type` narrows the list to one category. No operation creates a memory.',
  },
  update: {
    name: 'updateMemory',
    summary: 'Edit a memory',
    description:
      'The category is derived again from the text. Another memory with the same text is merged into this one.',
    errors,
  },
  delete: {
    name: 'deleteMemory',
    summary: 'Delete a memory',
    description: 'Removes it for good.',
    errors,
  },
});
