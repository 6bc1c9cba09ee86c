/** Lengths are code points after trimming (and NFC, for normalised text). Specification: Limits. */
export const limits = {
  chatMessageCharsMax: 8_000,
  chatTurnsMax: 100,
  messageCharsMax: 8_000,
  /** A program's message to be stored, in UTF-8. */
  storedMessageBytesMax: 256 * 1024,
  /** Enough for years of daily talk; bounds answers and exports. */
  conversationMessagesMax: 100_000,
  conversationListMax: 100,
  searchCharsMax: 80,
  searchHitsMax: 30,
  importedIdCharsMax: 200,
  /** One call. */
  importedConversationsMax: 20,
  /** One call, over its conversations; a long one needs several. */
  importedMessagesMax: 200,
  /** In UTF-8: an amount that one statement can store within its deadline. */
  importedMessageBytesMax: 1_000_000,
  messagePageMax: 200,
  conversationTitleCharsMax: 80,
  automaticTitleCharsMax: 60,
  taskTitleCharsMax: 200,
  taskListMax: 1_000,
  /** The allowed years of a local date. */
  yearMin: 1970,
  yearMax: 2999,
  repeatCharsMax: 500,
  reminderListMax: 100,
  notificationListMax: 100,
  remindersOfTaskMax: 5,
  /** Reminders that are not delivered yet. */
  remindersWaitingMax: 1_000,
  dayTasksMax: 20,
  pushSubscriptionsMax: 10,
  webhooksMax: 5,
  webhookUrlCharsMax: 2_000,
  deliveryListMax: 100,
  /** Deliveries of an account outside the app. */
  deliveriesADayMax: 200,
  scheduleTitleCharsMax: 80,
  schedulePromptCharsMax: 2_000,
  scheduleListMax: 100,
  scheduleRunListMax: 100,
  runSearchesMax: 3,
  /** Characters of a result in a notification. */
  resultCharsMax: 2_000,
  /** `<provider>:<model>`. */
  modelNameCharsMax: 250,
  /** Four weeks. */
  minutesBeforeMax: 40_320,
  repeatIntervalMax: 1_000,
  repeatCountMax: 1_000,
  occurrencesMax: 100,
  timeTextCharsMax: 1_000,
  memoryCharsMin: 4,
  memoryCharsMax: 500,
  memoriesMax: 1_000,
  lookupListMax: 100,
  /** Bounds, so that the first proof of an address can end all of an account's at once. */
  keysMax: 1_000,
  sessionsMax: 1_000,
  connectedProgramsMax: 100,
  keyNameCharsMax: 40,
  /** Active addresses. */
  calendarFeedsMax: 5,
  /** Including revoked ones. */
  calendarFeedListMax: 100,
  calendarTasksMax: 500,
  programNameCharsMax: 80,
  displayNameCharsMax: 64,
  customInstructionsCharsMax: 2_000,
  emailCharsMax: 254,
  passwordCharsMin: 8,
  passwordCharsMax: 128,
  resetTokenMinutes: 30,
  invitationNoteCharsMax: 80,
  invitationDaysMax: 30,
  /** Unused invitations. */
  invitationsMax: 100,
  restrictionReasonCharsMax: 200,
  sourcesMax: 8,
  captionCharsMax: 80,
  fileBytesMax: 25 * 1024 * 1024,
  /** A picture for a model: Claude accepts 5 MB of base64. */
  pictureBytesMax: 3.75 * 1024 * 1024,
  /** A side of a picture for a model: a limit of model servers. */
  picturePixelsMax: 8_000,
  /** The pictures and scans of a request to a model: Gemini accepts 20 MB of base64. */
  picturesBytesMax: 15 * 1024 * 1024,
  /** The size of every part of a file but its last. */
  filePartBytes: 512 * 1024,
  filesPerMessageMax: 10,
  fileNameCharsMax: 255,
  fileListMax: 100,
  /** Simultaneous uploads of an account. */
  filesReceivedMax: 3,
  /** Typed RPC's calls in one request. */
  batchCallsMax: 20,
} as const;

/** Defaults from the specification. */
export const defaults = {
  conversationTitle: 'New conversation',
  keyName: 'Default key',
} as const;
