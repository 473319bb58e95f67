package dev.hpa.sandbox.server;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** A sandbox in virtual time with the namespace {@code shop}, and a client. */
final class ServedSandbox implements AutoCloseable {

  static final String HPAS = hpas("autoscaling/v2");
  static final String HPAS_V1 = hpas("autoscaling/v1");
  static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/shop/deployments";
  static final String REPLICA_SETS = "/apis/apps/v1/namespaces/shop/replicasets";
  static final String PODS = "/api/v1/namespaces/shop/pods";
  static final String MAPS = "/api/v1/namespaces/shop/configmaps";

  final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  final Sandbox sandbox;
  final SandboxClient client;

  ServedSandbox() {
    this(UnaryOperator.identity());
  }

  ServedSandbox(UnaryOperator<SandboxOptions> with) {
    try {
      this.sandbox = Sandbox.start(with.apply(SandboxOptions.in(time)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    this.client = new SandboxClient(sandbox);
    client.post("/api/v1/namespaces", "{'metadata':{'name':'shop'}}");
  }

  /** The path of the autoscalers of a version. */
  static String hpas(String apiVersion) {
    return "/apis/" + apiVersion + "/namespaces/shop/horizontalpodautoscalers";
  }

  /** A minimal autoscaler with the given maximum. */
  static String hpa(String name, int max) {
    return """
        {'metadata':{'name':'%s'},'spec':{'maxReplicas':%d,
         'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'}}}
        """
        .formatted(name, max);
  }

  static String deployment(String name, int replicas) {
    return """
        {'metadata':{'name':'%s'},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'%s'}},
         'template':{'metadata':{'labels':{'app':'%s'}},
          'spec':{'containers':[{'name':'c','image':'i:1'}]}}}}
        """
        .formatted(name, replicas, name, name);
  }

  /** A ConfigMap with labels such as {@code 'a':'b'}. */
  static String map(String name, String labels) {
    return "{'metadata':{'name':'%s','labels':{%s}},'data':{'k':'v'}}".formatted(name, labels);
  }

  Reply create(String path, String body) {
    Reply reply = client.post(path, body);
    if (reply.code() != 201) {
      throw new AssertionError(reply.toString());
    }
    return reply;
  }

  void pass(Duration duration) {
    time.advance(duration);
  }

  @Override
  public void close() {
    client.close();
    sandbox.close();
    time.close();
  }
}
