package dev.hpa.kube.http;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;

/**
 * Sends requests over HTTP and hands back what comes, whatever its code. Redirects, authentication
 * and TLS are its business; retries and texts are {@link ApiCaller}'s. Thread-safe; calls block.
 */
public interface HttpTransport {

  /** The address of the server, which paths are appended to. */
  String server();

  /**
   * The form objects are asked for in, and that what comes without a Content-Type is taken for:
   * upstream's {@code --kube-api-content-type}.
   */
  default ContentType form() {
    return ContentType.JSON;
  }

  /**
   * Sends a request once, with the {@code Accept} its {@link ApiRequest#answer} has for {@link
   * #form}.
   *
   * @return the answer, to be closed by the caller
   * @throws ConnectionLostException when the connection broke before an answer came
   * @throws IOException when the request could not be sent
   */
  HttpAnswer send(ApiRequest request) throws IOException;
}
