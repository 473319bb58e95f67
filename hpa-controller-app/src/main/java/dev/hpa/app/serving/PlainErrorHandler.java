package dev.hpa.app.serving;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests that reach no handler because they are malformed or too large: status and reason
 * in plain text, as Go's server does, without the server's name.
 */
final class PlainErrorHandler extends ErrorHandler {

  private static final HttpField PLAIN = new HttpField(HttpHeader.CONTENT_TYPE, PageResponse.PLAIN);

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(PLAIN);
    response.write(true, text(response.getStatus()), callback);
    return true;
  }

  private static ByteBuffer text(int status) {
    String text = status + " " + HttpStatus.getMessage(status);
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
