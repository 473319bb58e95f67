package dev.hpa.cli.preflight;

/**
 * The result of one check.
 *
 * @param topic such as {@code permissions}
 * @param subject the checked item within the topic
 * @param message the result
 * @param fix the fix; empty if none is needed
 */
public record Check(String topic, String subject, Outcome outcome, String message, String fix) {

  static Check ok(String topic, String subject, String message) {
    return new Check(topic, subject, Outcome.OK, message, "");
  }

  static Check warning(String topic, String subject, String message, String fix) {
    return new Check(topic, subject, Outcome.WARNING, message, fix);
  }

  static Check failed(String topic, String subject, String message, String fix) {
    return new Check(topic, subject, Outcome.FAILED, message, fix);
  }
}
