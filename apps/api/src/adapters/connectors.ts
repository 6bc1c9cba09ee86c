import { join } from 'node:path';
import type { Connectors, Log, MailSettings, Model } from '@jarvis/core';
import type { Config } from '../config/config.ts';
import type { Watched } from '../observability/observe.ts';
import { outboxMailer } from './mailer/outbox.ts';
import { smtpMailer } from './mailer/smtp.ts';
import { findLocalServers, listModels } from './model/list-models.ts';
import { builtin, createModel, isDecided, serverModel } from './model/model.ts';
import { createSearch } from './search/search.ts';
import { secretsWith } from './secrets.ts';

/** Maximum number of cached models; no installation uses more at once. */
const modelsMax = 50;

export async function createConnectors(config: Config, log: Log, watched: Watched): Promise<Connectors> {
  const model = watched.model(await createModel(config.model));
  const search = config.search && createSearch(config.search);
  const outboxFolder = join(config.dataDir, 'outbox');
  const smtp = (url: string, from: string) => watched.mailer(smtpMailer({ url, from }));
  const models = new Map<string, Promise<Model>>();
  return {
    environment: {
      ...(isDecided(config.model) && { model }),
      ...(search && { search: watched.search(search) }),
      ...(config.smtpUrl !== undefined && { mail: smtp(config.smtpUrl, config.mailFrom) }),
    },
    automatic: model,
    builtin: watched.model(builtin),
    outbox: watched.mailer(outboxMailer({ folder: outboxFolder, from: config.mailFrom, log })),
    outboxFolder,
    secrets: secretsWith(config),
    model(server, modelId) {
      const key = JSON.stringify([server.provider, server.baseUrl, server.apiKey, modelId]);
      const known = models.get(key);
      if (known) return known;
      if (models.size >= modelsMax) models.clear();
      const made = serverModel(server, modelId).then(watched.model);
      models.set(key, made);
      return made;
    },
    listModels,
    search: (settings) => watched.search(createSearch(settings)),
    mailer: (settings) => smtp(smtpUrlOf(settings), settings.from),
    findLocal: findLocalServers,
  };
}

function smtpUrlOf({ host, port, tls, user, password }: MailSettings): string {
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return `${tls ? 'smtps' : 'smtp'}://${credentials}${host.includes(':') ? `[${host}]` : host}:${port}`;
}
