import { File, FileCode, FileSpreadsheet, FileText, FileType, Image, Presentation } from '~icons';

const icons = [
  [/\.(?:pdf|docx?|odt|epub|rtf)$/i, FileText],
  [/\.(?:xlsx?|ods|csv|tsv)$/i, FileSpreadsheet],
  [/\.(?:pptx?|odp)$/i, Presentation],
  [/\.(?:txt|md|log)$/i, FileType],
  [/\.(?:jpe?g|png|gif|webp|hei[cf]|avif|svg)$/i, Image],
  [/\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cpp|cs|php|sh|sql|json|ya?ml|toml|html?|css|xml)$/i, FileCode],
] as const;

export function FileIcon({ name }: { name: string }) {
  const Icon = icons.find(([endings]) => endings.test(name))?.[1] ?? File;
  return <Icon className="size-5" />;
}
