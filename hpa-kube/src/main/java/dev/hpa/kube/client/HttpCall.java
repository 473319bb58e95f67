package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A request as it is sent once.
 *
 * @param request method, target and body
 * @param headers all headers except {@code Host} and {@code Content-Length}
 * @param timeout read and connect timeout, in real time
 * @param limit timeout of the whole call including reading the response, in real time; zero for
 *     none
 * @param check whether it may still be sent, asked immediately before the request is written to the
 *     connection, which may be long after the call began: the process may be suspended
 */
public record HttpCall(
    ApiRequest request,
    List<HttpHeader> headers,
    Duration timeout,
    Duration limit,
    BooleanSupplier check) {}
