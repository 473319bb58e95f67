package dev.hpa.sandbox.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** ETags and Last-Modified headers for conditional requests. */
public final class ConditionalRequests {

  private ConditionalRequests() {}

  /** The ETag of a body. */
  public static String etag(byte[] body) {
    return '"' + hash(body) + '"';
  }

  /** The ETag without quotes, as in URLs. */
  public static String hash(byte[] body) {
    return HexFormat.of().withUpperCase().formatHex(digest("SHA-512", body));
  }

  public static byte[] sha256(String text) {
    return digest("SHA-256", text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The response, or 304 without a body if the client has the same version.
   *
   * @param tag the If-None-Match header; empty when absent
   * @param since the If-Modified-Since header, which applies without a tag
   */
  public static ApiResponse.Whole orNotModified(
      ApiResponse.Whole answer, String tag, String since) {
    Map<String, String> headers = answer.headers();
    boolean isNotModified =
        tag.isEmpty()
            ? !since.isEmpty() && since.equals(headers.get("Last-Modified"))
            : tag.equals(headers.get("ETag"));
    return isNotModified && answer.code() == 200
        ? new ApiResponse.Whole(304, "", new byte[0], headers)
        : answer;
  }
}
