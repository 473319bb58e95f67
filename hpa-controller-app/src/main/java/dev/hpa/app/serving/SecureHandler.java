package dev.hpa.app.serving;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/** Serves authorized requests. */
final class SecureHandler extends DispatchingHandler {

  private final AuthFilter gate;

  SecureHandler(ConnectionTracker tracker, AuthFilter gate, Pages pages) {
    super(tracker, pages);
    this.gate = gate;
  }

  @Override
  PageResponse answer(Request request, Exchange exchange) throws IOException {
    PageResponse refusal = gate.refuse(credentials(request), request.getMethod(), exchange.path());
    return refusal == null ? reply(request, exchange) : refusal;
  }

  private static Credentials credentials(Request request) {
    List<X509Certificate> certificates =
        request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
                    instanceof EndPoint.SslSessionData session
                && session.peerCertificates() != null
            ? List.of(session.peerCertificates())
            : List.of();
    return new Credentials(
        certificates,
        name -> request.getHeaders().getFields(name).stream().map(HttpField::getValue).toList(),
        List.copyOf(request.getHeaders().getFieldNamesCollection()));
  }
}
