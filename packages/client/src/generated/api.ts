// Of the document 1aa78b43da648d61.
export interface paths {
    "/api/jarvis/chat": {
        post: operations["chat"];
    };
    "/api/jarvis/chat/{conversationId}/stop": {
        post: operations["stopReply"];
    };
    "/api/jarvis/chat/{conversationId}/stream": {
        get: operations["resumeReply"];
    };
    "/api/conversations": {
        get: operations["listConversations"];
        post: operations["createConversation"];
    };
    "/api/conversations/{id}": {
        get: operations["getConversation"];
        delete: operations["deleteConversation"];
        patch: operations["renameConversation"];
    };
    "/api/conversations/{id}/messages": {
        post: operations["addMessage"];
    };
    "/api/files": {
        get: operations["listFiles"];
        post: operations["uploadFile"];
    };
    "/api/files/{id}": {
        get: operations["getFile"];
        delete: operations["deleteFile"];
    };
    "/api/files/{id}/text": {
        get: operations["readFileText"];
    };
    "/api/files/{id}/finish": {
        post: operations["finishFile"];
    };
    "/api/files/{id}/parts/{n}": {
        put: operations["sendFilePart"];
    };
    "/api/files/{id}/content": {
        get: operations["downloadFile"];
    };
    "/api/tasks": {
        get: operations["listTasks"];
        post: operations["createTask"];
    };
    "/api/tasks/{id}": {
        delete: operations["deleteTask"];
        patch: operations["updateTask"];
    };
    "/api/time/occurrences": {
        post: operations["listOccurrences"];
    };
    "/api/time/parse": {
        post: operations["parseTime"];
    };
    "/api/time-settings": {
        get: operations["readTimeSettings"];
        patch: operations["changeTimeSettings"];
    };
    "/api/reminders": {
        get: operations["listReminders"];
        post: operations["createReminder"];
    };
    "/api/reminders/{id}": {
        delete: operations["deleteReminder"];
        patch: operations["snoozeReminder"];
    };
    "/api/schedules": {
        get: operations["listSchedules"];
        post: operations["createSchedule"];
    };
    "/api/schedules/{id}": {
        get: operations["readSchedule"];
        delete: operations["deleteSchedule"];
        patch: operations["changeSchedule"];
    };
    "/api/schedules/{id}/run": {
        post: operations["runSchedule"];
    };
    "/api/schedules/{id}/runs": {
        get: operations["listRuns"];
    };
    "/api/notifications": {
        get: operations["listNotifications"];
    };
    "/api/notifications/{id}": {
        patch: operations["markNotification"];
    };
    "/api/push-subscriptions": {
        get: operations["listPushSubscriptions"];
        post: operations["createPushSubscription"];
    };
    "/api/push-subscriptions/{id}": {
        delete: operations["deletePushSubscription"];
    };
    "/api/push-subscriptions/{id}/test": {
        post: operations["testPushSubscription"];
    };
    "/api/webhooks": {
        get: operations["listWebhooks"];
        post: operations["createWebhook"];
    };
    "/api/webhooks/{id}": {
        delete: operations["deleteWebhook"];
        patch: operations["changeWebhook"];
    };
    "/api/webhooks/{id}/test": {
        post: operations["testWebhook"];
    };
    "/api/deliveries": {
        get: operations["listDeliveries"];
        delete: operations["clearDeliveries"];
    };
    "/api/calendar-feeds": {
        get: operations["listCalendarFeeds"];
        post: operations["createCalendarFeed"];
    };
    "/api/calendar-feeds/{id}": {
        delete: operations["revokeCalendarFeed"];
    };
    "/api/memories": {
        get: operations["listMemories"];
    };
    "/api/memories/{id}": {
        delete: operations["deleteMemory"];
        patch: operations["updateMemory"];
    };
    "/api/web": {
        get: operations["readWebStatus"];
        delete: operations["clearWebHistory"];
    };
    "/api/keys": {
        get: operations["listKeys"];
        post: operations["createKey"];
    };
    "/api/keys/{id}": {
        delete: operations["revokeKey"];
    };
    "/api/auth/session": {
        get: operations["getSession"];
    };
    "/api/auth/register": {
        post: operations["register"];
    };
    "/api/auth/login": {
        post: operations["signIn"];
    };
    "/api/auth/logout": {
        post: operations["signOut"];
    };
    "/api/auth/forgot": {
        post: operations["requestPasswordReset"];
    };
    "/api/auth/reset": {
        post: operations["resetPassword"];
    };
    "/api/auth/profile": {
        patch: operations["updateProfile"];
    };
    "/api/auth/sessions": {
        get: operations["listSessions"];
        delete: operations["endOtherSessions"];
    };
    "/api/auth/sessions/{id}": {
        delete: operations["endSession"];
    };
    "/api/auth/password": {
        post: operations["changePassword"];
    };
    "/api/auth/delete": {
        post: operations["deleteAccount"];
    };
    "/api/auth/export": {
        get: operations["exportAccount"];
    };
    "/api/auth/oauth/{provider}": {
        get: operations["signInWithProvider"];
    };
    "/api/auth/oauth/{provider}/callback": {
        get: operations["finishProviderSignIn"];
    };
    "/api/health": {
        get: operations["getHealth"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Health: {
            /** @enum {string} */
            status: "operational" | "degraded";
            checks: {
                core: {
                    ok: boolean;
                    detail: string;
                };
                memory: {
                    ok: boolean;
                    detail: string;
                };
                auth: {
                    ok: boolean;
                    detail: string;
                };
            };
            /** Format: date-time */
            checkedAt: string;
        };
        ChatReply: {
            reply: string;
            /** Format: uuid */
            conversationId: string;
            sources?: components["schemas"]["Source"][];
            toolRun?: components["schemas"]["ToolRun"];
            /** @constant */
            policyDenied?: true;
            nameSuggestion?: components["schemas"]["NameSuggestion"];
        };
        Source: {
            title: string;
            url: string;
            domain: string;
            snippet: string;
            favicon: string;
        };
        ToolRun: {
            /** @enum {string} */
            state: "completed" | "error";
            caption: string;
            steps: {
                label: string;
                /** @enum {string} */
                state: "done" | "error";
            }[];
        };
        NameSuggestion: {
            name: string;
        };
        Conversation: {
            /** Format: uuid */
            id: string;
            title: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MessageWithFiles: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user" | "assistant";
            content: string;
            policyDenied: boolean;
            /** Format: date-time */
            createdAt: string;
            files?: (components["schemas"]["File"] | components["schemas"]["DeletedFile"])[];
        };
        File: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            state: "receiving" | "stored";
            mediaType: string | null;
            bytes: number;
            sha256: string | null;
            pages: number | null;
            /** @enum {string} */
            textState: "none" | "waiting" | "read" | "partly" | "failed";
            textReason: ("scanned" | "encrypted" | "damaged" | "too large" | "unsupported") | null;
            width: number | null;
            height: number | null;
            conversationId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        DeletedFile: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @constant */
            deleted: true;
        };
        Message: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user" | "assistant";
            content: string;
            policyDenied: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        FileText: {
            page: number;
            pages: number;
            text: string;
        };
        Task: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @enum {string} */
            status: "open" | "done";
            /** @enum {string} */
            createdBy: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
            remind?: number | false;
            reminders?: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                at: string;
                minutesBefore: number;
                snoozedUntil: string | null;
                /** @enum {string} */
                state: "waiting" | "sent" | "done";
            }[];
            due?: {
                date: string;
                time: string | null;
                timeZone: string | null;
            } | null;
            repeat?: string | null;
            afterCompletion?: boolean;
            at?: string | null;
            overdue?: boolean;
        };
        Reminder: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            taskId: string;
            title: string;
            /** Format: date-time */
            at: string;
            date: string;
            time: string;
            timeZone: string;
            minutesBefore: number;
            repeat: string | null;
            snoozedUntil: string | null;
            /** @enum {string} */
            state: "waiting" | "sent" | "done";
        };
        Schedule: {
            /** Format: uuid */
            id: string;
            title: string;
            prompt: string;
            start: string;
            timeZone: string;
            repeat: string | null;
            nextAt: string | null;
            /** @enum {string} */
            state: "active" | "paused" | "finished";
            reason: ("account_restricted" | "runs_used_up" | "tokens_used_up" | "account_full" | "reply_refused" | "took_too_long" | "interrupted" | "key_refused" | "key_unreadable" | "model_not_found" | "over_quota" | "too_long" | "model_refused" | "model_unreachable" | "answer_unusable" | "answer_empty" | "cut_off" | "unexpected") | null;
            webSearch: boolean;
            /** @enum {string} */
            notify: "always" | "when_found" | "never";
            /** @enum {string} */
            createdBy: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ScheduleRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            scheduleId: string;
            /** Format: date-time */
            dueAt: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "nothing" | "failed" | "missed" | "stopped";
            late: boolean;
            conversationId: string | null;
            error: ("account_restricted" | "runs_used_up" | "tokens_used_up" | "account_full" | "reply_refused" | "took_too_long" | "interrupted" | "key_refused" | "key_unreadable" | "model_not_found" | "over_quota" | "too_long" | "model_refused" | "model_unreachable" | "answer_unusable" | "answer_empty" | "cut_off" | "unexpected") | null;
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            inputTokens: number;
            outputTokens: number;
        };
        Notification: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "reminder" | "day" | "schedule" | "system";
            title: string;
            body: string;
            taskId: string | null;
            conversationId: string | null;
            late: boolean;
            missed: number;
            /** Format: date-time */
            createdAt: string;
            readAt: string | null;
        };
        PushSubscription: {
            /** Format: uuid */
            id: string;
            name: string;
            host: string;
            isCurrent: boolean;
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "push" | "mail" | "webhook";
            host: string;
            kind: string;
            /** @enum {string} */
            state: "waiting" | "sent" | "failed" | "expired" | "stopped";
            tries: number;
            /** Format: date-time */
            createdAt: string;
            sentAt: string | null;
            error: string | null;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            kinds: ("reminder.due" | "day.summary" | "schedule.done" | "schedule.failed" | "test")[];
            enabled: boolean;
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Memory: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "user" | "preference" | "project";
            content: string;
            fromConversation: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebLookup: {
            /** Format: uuid */
            id: string;
            query: string;
            /** @enum {string} */
            status: "ok" | "error";
            resultCount: number;
            error: string | null;
            /** Format: uuid */
            conversationId: string;
            /** Format: date-time */
            createdAt: string;
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        CreatedApiKey: {
            key: string;
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: date-time */
            createdAt: string;
        };
        CalendarFeed: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            form: "events" | "tasks";
            prefix: string;
            /** Format: date-time */
            createdAt: string;
            readAt: string | null;
            revokedAt: string | null;
        };
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            displayName: string;
            /** @enum {string} */
            preferredLanguage: "auto" | "en" | "de" | "it";
            memoryEnabled: boolean;
            webSearchEnabled: boolean;
            displayNameChangePromptDisabled: boolean;
        };
        SignedInUser: {
            /** Format: uuid */
            id: string;
            email: string;
        };
        AccountSession: {
            id: string;
            current: boolean;
            /** Format: date-time */
            signedInAt: string;
            /** Format: date-time */
            expiresAt: string;
            userAgent: string | null;
        };
        Error: {
            error: string;
            issues?: {
                path: string;
                message: string;
            }[];
        };
        ReplyPart: {
            /** @constant */
            type: "start";
            /** Format: uuid */
            messageId: string;
            messageMetadata: {
                /** Format: uuid */
                conversationId: string;
            };
        } | {
            /** @constant */
            type: "text-start";
            id: string;
        } | {
            /** @constant */
            type: "text-delta";
            id: string;
            delta: string;
        } | {
            /** @constant */
            type: "text-end";
            id: string;
        } | {
            /** @constant */
            type: "tool-input-available";
            toolCallId: string;
            toolName: string;
            input: {
                label: string;
            };
            /** @constant */
            dynamic: true;
        } | {
            /** @constant */
            type: "tool-output-available";
            toolCallId: string;
            output: {
                label: string;
            };
            /** @constant */
            dynamic: true;
        } | {
            /** @constant */
            type: "tool-output-error";
            toolCallId: string;
            errorText: string;
            /** @constant */
            dynamic: true;
        } | {
            /** @constant */
            type: "source-url";
            sourceId: string;
            url: string;
            title: string;
        } | {
            /** @constant */
            type: "data-answer";
            data: components["schemas"]["ChatReply"];
        } | {
            /** @constant */
            type: "finish";
            messageMetadata: {
                /** Format: uuid */
                conversationId: string;
            };
        } | {
            /** @constant */
            type: "error";
            errorText: string;
        };
    };
    responses: {
        Error: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    chat: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    conversationId?: string;
                    files?: string[];
                    messages?: {
                        /** @enum {string} */
                        role: "user" | "assistant";
                        content: string;
                    }[];
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ChatReply"];
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    stopReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    resumeReply: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "text/event-stream": string;
                };
            };
            204: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                q?: string;
                include?: "files";
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string;
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getConversation: {
        parameters: {
            query?: {
                include?: "files";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                        messages: components["schemas"]["MessageWithFiles"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    renameConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addMessage: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                    files?: string[];
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        message: components["schemas"]["Message"];
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        files: components["schemas"]["File"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    uploadFile: {
        parameters: {
            query?: {
                name?: string;
                bytes?: number;
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        file: components["schemas"]["File"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        file: components["schemas"]["File"];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readFileText: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["FileText"];
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    finishFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    sha256?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        file: components["schemas"]["File"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    sendFilePart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            204: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/octet-stream": string;
                };
            };
            206: {
                content: {
                    "application/octet-stream": string;
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                status?: "open" | "done";
                include?: "due";
                due?: "none" | "overdue" | "today" | "upcoming";
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        tasks: components["schemas"]["Task"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createTask: {
        parameters: {
            query?: {
                include?: "due";
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    due?: {
                        date: string;
                        time?: string | null;
                        timeZone?: string | null;
                    } | null;
                    repeat?: string | null;
                    afterCompletion?: boolean;
                    remind?: number | false;
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        task: components["schemas"]["Task"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateTask: {
        parameters: {
            query?: {
                include?: "due";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    /** @enum {string} */
                    status?: "open" | "done";
                    due?: {
                        date: string;
                        time?: string | null;
                        timeZone?: string | null;
                    } | null;
                    repeat?: string | null;
                    afterCompletion?: boolean;
                    remind?: number | false;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        task: components["schemas"]["Task"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOccurrences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    start: string;
                    timeZone: string;
                    repeat: string;
                    after?: string;
                    count?: number;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        occurrences: {
                            local: string;
                            /** Format: date-time */
                            at: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    parseTime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "it";
                    now?: string;
                    timeZone?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        title: string;
                        start: string | null;
                        allDay: boolean;
                        timeZone: string;
                        at: string | null;
                        repeat: string | null;
                        afterCompletion: boolean;
                        /** @enum {string} */
                        kind: "task" | "reminder" | "ask";
                        past: boolean;
                        spans: {
                            start: number;
                            end: number;
                            /** @enum {string} */
                            kind: "date" | "time" | "repeat";
                        }[];
                        said: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readTimeSettings: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        timeSettings: {
                            timeZone: string;
                            daySummary: boolean;
                            dayTime: string;
                            quiet: {
                                from: string;
                                until: string;
                            } | null;
                            channels: {
                                reminder: ("app" | "push" | "mail" | "webhook")[];
                                day: ("app" | "push" | "mail" | "webhook")[];
                                schedule: ("app" | "push" | "mail" | "webhook")[];
                            };
                            lockScreenTitles: boolean;
                        };
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    changeTimeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    timeZone?: string;
                    daySummary?: boolean;
                    dayTime?: string;
                    quiet?: {
                        from: string;
                        until: string;
                    } | null;
                    channels?: {
                        reminder?: ("app" | "push" | "mail" | "webhook")[];
                        day?: ("app" | "push" | "mail" | "webhook")[];
                        schedule?: ("app" | "push" | "mail" | "webhook")[];
                    };
                    lockScreenTitles?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        timeSettings: {
                            timeZone: string;
                            daySummary: boolean;
                            dayTime: string;
                            quiet: {
                                from: string;
                                until: string;
                            } | null;
                            channels: {
                                reminder: ("app" | "push" | "mail" | "webhook")[];
                                day: ("app" | "push" | "mail" | "webhook")[];
                                schedule: ("app" | "push" | "mail" | "webhook")[];
                            };
                            lockScreenTitles: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        reminders: components["schemas"]["Reminder"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createReminder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    text?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "it";
                    title?: string;
                    date?: string;
                    time?: string | null;
                    timeZone?: string | null;
                    repeat?: string | null;
                    minutesBefore?: number;
                    at?: string;
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        reminder: components["schemas"]["Reminder"];
                        task: {
                            /** Format: uuid */
                            id: string;
                            title: string;
                            /** @enum {string} */
                            status: "open" | "done";
                            /** @enum {string} */
                            createdBy: "user" | "assistant";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            completedAt: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    snoozeReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    snooze: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        reminder: components["schemas"]["Reminder"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedules: components["schemas"]["Schedule"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    prompt: string;
                    start: string;
                    timeZone?: string | null;
                    repeat?: string | null;
                    webSearch?: boolean;
                    /** @enum {string} */
                    notify?: "always" | "when_found" | "never";
                    model?: string | null;
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readSchedule: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    prompt?: string;
                    start?: string;
                    timeZone?: string | null;
                    repeat?: string | null;
                    webSearch?: boolean;
                    /** @enum {string} */
                    notify?: "always" | "when_found" | "never";
                    model?: string | null;
                    /** @enum {string} */
                    state?: "active" | "paused";
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    runSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                content: {
                    "application/json": {
                        run: components["schemas"]["ScheduleRun"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        runs: components["schemas"]["ScheduleRun"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        notifications: components["schemas"]["Notification"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    markNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    read: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        notification: components["schemas"]["Notification"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPushSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        pushSubscriptions: components["schemas"]["PushSubscription"][];
                        publicKey: string | null;
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoint: string;
                    keys: {
                        p256dh: string;
                        auth: string;
                    };
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        pushSubscription: components["schemas"]["PushSubscription"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deletePushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    testPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    kinds?: ("reminder.due" | "day.summary" | "schedule.done" | "schedule.failed" | "test")[];
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        secret: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kinds?: ("reminder.due" | "day.summary" | "schedule.done" | "schedule.failed" | "test")[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    clearDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        cleared: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCalendarFeeds: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        calendarFeeds: components["schemas"]["CalendarFeed"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default events
                     * @enum {string}
                     */
                    form?: "events" | "tasks";
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        calendarFeed: components["schemas"]["CalendarFeed"];
                        /** Format: uri */
                        url: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMemories: {
        parameters: {
            query?: {
                type?: "user" | "preference" | "project";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        memories: components["schemas"]["Memory"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        memory: components["schemas"]["Memory"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readWebStatus: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        searchConfigured: boolean;
                        enabled: boolean;
                        lookups: components["schemas"]["WebLookup"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    clearWebHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        cleared: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        user: components["schemas"]["User"] | null;
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** Format: password */
                    password: string;
                    /** Format: password */
                    confirmPassword: string;
                    displayName?: string;
                    invitation?: string;
                };
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        user: components["schemas"]["SignedInUser"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** Format: password */
                    password: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        user: components["schemas"]["SignedInUser"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** Format: password */
                    password: string;
                    /** Format: password */
                    confirmPassword: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    displayName?: string;
                    /** @enum {string} */
                    preferredLanguage?: "auto" | "en" | "de" | "it";
                    memoryEnabled?: boolean;
                    webSearchEnabled?: boolean;
                    displayNameChangePromptDisabled?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        sessions: components["schemas"]["AccountSession"][];
                    };
                };
            };
            304: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        ended: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    currentPassword?: string;
                    /** Format: password */
                    password: string;
                    /** Format: password */
                    confirmPassword: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: password */
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    exportAccount: {
        parameters: {
            query?: {
                files?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        exportedAt: string;
                        account: Record<string, never>;
                        identityProviders: Record<string, never>[];
                        sessions: Record<string, never>[];
                        keys: Record<string, never>[];
                        grants: Record<string, never>[];
                        timeSettings: Record<string, never> | null;
                        webhooks: Record<string, never>[];
                        pushSubscriptions: Record<string, never>[];
                        conversations: Record<string, never>[];
                        otherVersions: Record<string, never>[];
                        files: Record<string, never>[];
                        tasks: Record<string, never>[];
                        reminders: Record<string, never>[];
                        schedules: Record<string, never>[];
                        scheduleRuns: Record<string, never>[];
                        notifications: Record<string, never>[];
                        deliveries: Record<string, never>[];
                        memories: Record<string, never>[];
                        lookups: Record<string, never>[];
                    };
                    "application/zip": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    signInWithProvider: {
        parameters: {
            query?: {
                invitation?: string;
            };
            header?: never;
            path: {
                provider: "google" | "github";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
            };
            header?: never;
            path: {
                provider: "google" | "github";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
