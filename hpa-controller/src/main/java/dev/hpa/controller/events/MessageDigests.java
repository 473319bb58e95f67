package dev.hpa.controller.events;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Stands for messages, which may have 32 KB, where only their equality matters. */
final class MessageDigests {

  private MessageDigests() {}

  /** The first 128 bits of a SHA-256. */
  record Digest(long high, long low) {}

  static Digest of(String message) {
    try {
      ByteBuffer digest =
          ByteBuffer.wrap(
              MessageDigest.getInstance("SHA-256")
                  .digest(message.getBytes(StandardCharsets.UTF_8)));
      return new Digest(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
