import { z } from 'zod';

/** The environment variables of emails and requests that rules send. */
export const outboundEnvironmentSchema = z.object({
  /** The SMTP server of emails, such as `smtps://user:password@mail.example.com`; without it they are captured. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of emails. */
  SMTP_FROM: z.string().min(3).default('shipmate@localhost'),
  /** Hosts that rules and inbox webhooks may call, separated by commas; `*.example.com` stands for subdomains. None by default. */
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    ),
});
export type OutboundEnvironment = z.output<typeof outboundEnvironmentSchema>;
