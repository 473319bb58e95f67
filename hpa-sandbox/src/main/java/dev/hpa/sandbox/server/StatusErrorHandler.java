package dev.hpa.sandbox.server;

import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiResponse;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Sends a Status object for bytes that are not an HTTP request. */
final class StatusErrorHandler extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int code = response.getStatus();
    String reason = code < 500 ? "BadRequest" : "InternalError";
    byte[] body =
        Json.write(StatusException.of(code, reason, "the request is not valid HTTP").status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, ApiResponse.JSON);
    if (request.getConnectionMetaData().getHttpVersion().getVersion()
        < HttpVersion.HTTP_2.getVersion()) {
      // The start of the next request is unknown, so the response closes the connection.
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
