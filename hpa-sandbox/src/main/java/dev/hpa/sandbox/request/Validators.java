package dev.hpa.sandbox.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** By what clients find out that they have a body already. */
public final class Validators {

  private Validators() {}

  /** What tells a body from all others. */
  public static String etag(byte[] body) {
    return '"' + hash(body) + '"';
  }

  /** The same without quotes, as addresses have it. */
  public static String hash(byte[] body) {
    return HexFormat.of().withUpperCase().formatHex(digest("SHA-512", body));
  }

  public static byte[] sha256(String text) {
    return digest("SHA-256", text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * An answer without its body where the client has that already.
   *
   * @param tag the ETag of what the client has; empty when it does not tell
   * @param since the Last-Modified of what it has, which counts without a tag
   */
  public static ApiResponse.Whole unlessKnown(ApiResponse.Whole answer, String tag, String since) {
    Map<String, String> headers = answer.headers();
    boolean isKnown =
        tag.isEmpty()
            ? !since.isEmpty() && since.equals(headers.get("Last-Modified"))
            : tag.equals(headers.get("ETag"));
    return isKnown && answer.code() == 200
        ? new ApiResponse.Whole(304, "", new byte[0], headers)
        : answer;
  }
}
