/**
 * Every limit in one flat table. Lengths are Unicode code points, counted after trimming (and, where the text is
 * normalised, after NFC). Specification: Limits.
 */
export const limits = {
  chatMessageCharsMax: 8_000,
  chatTurnsMax: 100,
  messageCharsMax: 8_000,
  /** A program's message that is to be stored, in UTF-8. */
  storedMessageBytesMax: 256 * 1024,
  /** Years of daily talk, and no answer or export that never ends. */
  conversationMessagesMax: 100_000,
  conversationListMax: 100,
  searchCharsMax: 80,
  searchHitsMax: 30,
  importedIdCharsMax: 200,
  /** In one call; a long conversation takes several. */
  importedMessagesMax: 200,
  /** In UTF-8: what is stored within the time of one statement. */
  importedMessageBytesMax: 1_000_000,
  messagePageMax: 200,
  conversationTitleCharsMax: 80,
  automaticTitleCharsMax: 60,
  taskTitleCharsMax: 200,
  taskListMax: 1_000,
  memoryCharsMin: 4,
  memoryCharsMax: 500,
  memoriesMax: 1_000,
  lookupListMax: 100,
  keyNameCharsMax: 40,
  programNameCharsMax: 80,
  displayNameCharsMax: 64,
  customInstructionsCharsMax: 2_000,
  emailCharsMax: 254,
  passwordCharsMin: 8,
  passwordCharsMax: 128,
  resetTokenMinutes: 30,
  invitationNoteCharsMax: 80,
  invitationDaysMax: 30,
  /** That nobody has used yet. */
  invitationsMax: 100,
  restrictionReasonCharsMax: 200,
  sourcesMax: 8,
  captionCharsMax: 80,
} as const;

/** Defaults that the specification names. */
export const defaults = {
  conversationTitle: 'New conversation',
  keyName: 'Default key',
} as const;
