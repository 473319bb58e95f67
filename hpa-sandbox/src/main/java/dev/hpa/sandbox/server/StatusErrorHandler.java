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

/** What is no HTTP request at all is refused with a Status object too. */
final class StatusErrorHandler extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int code = response.getStatus();
    String reason = code < 500 ? "BadRequest" : "InternalError";
    byte[] body =
        Json.write(
            StatusException.of(code, reason, "the request cannot be understood as HTTP").status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, ApiResponse.JSON);
    if (request.getConnectionMetaData().getHttpVersion().getVersion()
        < HttpVersion.HTTP_2.getVersion()) {
      // Nobody knows where the next request begins, so the connection ends; the client is told.
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
