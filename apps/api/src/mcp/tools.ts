import { ask, readConversation, searchConversations } from './conversation-tools.ts';
import { listLookups, listMemories } from './private-tools.ts';
import { readFile } from './read-file.ts';
import { addTask, listTasks, updateTask } from './task-tools.ts';

/** In the order of the list. */
export const tools = [
  listTasks,
  addTask,
  updateTask,
  searchConversations,
  readConversation,
  readFile,
  ask,
  listMemories,
  listLookups,
];
