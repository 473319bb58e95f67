package dev.hpa.controller.plugins;

import dev.hpa.api.SafeText;
import dev.hpa.controller.log.Redactor;
import dev.hpa.kube.memory.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Sanitizes texts of plug-ins for conditions, events and the log: redacts the secrets of settings,
 * truncates to {@link Limit#MESSAGE_CHARS} and {@linkplain SafeText#line escapes} control
 * characters and line breaks, which would change what kubectl prints. Immutable.
 */
record PluginMessages(Redactor redactor) {

  /** Maximum length of one text in UTF-16 units. */
  static final int MAX_CHARS = 1_024;

  /** The sanitized text; empty for null. */
  String safe(@Nullable String text) {
    return text == null ? "" : SafeText.line(redactor.redact(text), Limit.MESSAGE_CHARS.asInt());
  }
}
