package dev.hpa.cli.preflight;

/**
 * One thing that was checked.
 *
 * @param topic such as {@code rights}
 * @param subject what was checked, within the topic
 * @param message what was found
 * @param fix what to do; empty if there is nothing to do
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
