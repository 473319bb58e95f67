package dev.hpa.sandbox.overview;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The overview page: one static file without data, which needs no authentication. Its script
 * requests the data with the token from the fragment of the URL. Browsers do not send the fragment
 * to any server, and other pages cannot use a token that is sent in a header, unlike cookies, which
 * every server on the loopback address would receive.
 *
 * @param policy the Content-Security-Policy: allows one script and one style, and connections to
 *     the same server only
 */
public record OverviewPage(byte[] html, String policy) {

  /** Loads the page from its resources. */
  public static OverviewPage load() {
    String frame = read("page.html");
    String style = read("page.css");
    String script = read("page.js");
    String html = frame.replace("{{style}}", style).replace("{{script}}", script);
    String policy =
        "default-src 'none'; style-src '%s'; script-src '%s'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            .formatted(hash(style), hash(script));
    return new OverviewPage(html.getBytes(StandardCharsets.UTF_8), policy);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(String name) {
    try (InputStream in = OverviewPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
