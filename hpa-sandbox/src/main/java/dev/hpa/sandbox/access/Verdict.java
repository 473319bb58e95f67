package dev.hpa.sandbox.access;

/**
 * Whether an attempt is allowed.
 *
 * @param reason why, as far as there is something to tell; empty otherwise
 */
public record Verdict(boolean allowed, String reason) {

  static final Verdict ALLOWED = new Verdict(true, "");
}
