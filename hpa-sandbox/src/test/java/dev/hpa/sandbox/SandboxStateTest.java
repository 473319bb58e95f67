package dev.hpa.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.junit.SandboxExtension;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxStateTest {

  private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final String WIDGETS =
      """
      {'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com','scope':'Namespaced',
       'names':{'plural':'widgets','kind':'Widget'},
       'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':
        {'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}
      """;

  @TempDir private Path folder;

  /** A sandbox in virtual time. */
  private static final class Run implements AutoCloseable {
    final VirtualTimeline time;
    final Sandbox sandbox;

    Run(Instant start, UnaryOperator<SandboxOptions> with) throws IOException {
      time = new VirtualTimeline(start);
      sandbox = Sandbox.start(with.apply(SandboxOptions.in(time)));
    }

    StoredObject create(ResourceType type, String json) {
      ObjectNode tree = (ObjectNode) Json.tree(json.replace('\'', '"'));
      return sandbox.cluster().create(type, type.namespaced() ? "default" : "", tree, false);
    }

    void workload(String kind, ResourceType type, String name, int replicas, String load) {
      create(
          type,
          """
          {'kind':'%1$s','apiVersion':'apps/v1',
           'metadata':{'name':'%2$s','annotations':{%4$s}},
           'spec':{'replicas':%3$d,'selector':{'matchLabels':{'app':'%2$s'}},'minReadySeconds':4,
            'template':{'metadata':{'labels':{'app':'%2$s'}},
             'spec':{'containers':[{'name':'web','image':'web:1','resources':
              {'requests':{'cpu':'100m'},'limits':{'cpu':'300m'}}}]}}}}
          """
              .formatted(kind, name, replicas, load));
    }

    void edit(ResourceType type, String name, String pointer, String field, Object value) {
      sandbox
          .cluster()
          .update(
              type,
              key(name),
              "",
              tree -> {
                tree.withObject(pointer).putPOJO(field, value);
                return (ObjectNode) Json.tree(Json.write(tree));
              },
              false);
    }

    void delete(ResourceType type, String name) {
      sandbox.cluster().delete(type, key(name), DeleteOptions.DEFAULT);
    }

    void pass(String duration) {
      time.advance(Duration.parse(duration));
    }

    /** A busy beginning that ends in the middle of everything. */
    void begin() {
      create(ResourceTypes.CUSTOM_RESOURCE_DEFINITIONS, WIDGETS);
      workload(
          "Deployment",
          ResourceTypes.DEPLOYMENTS,
          "web",
          5,
          load("load", "day:min=1,max=3,period=10m"));
      workload("Deployment", ResourceTypes.DEPLOYMENTS, "api", 3, load("cpu", "450m"));
      workload("Deployment", ResourceTypes.DEPLOYMENTS, "odd", 1, load("cpu", "much"));
      pass("PT7.25S");
      workload(
          "StatefulSet",
          ResourceTypes.STATEFUL_SETS,
          "db",
          3,
          load("load", "sine:min=100m,max=900m,period=4m"));
      create(
          ResourceTypes.CONFIG_MAPS,
          """
          {'metadata':{'name':'values','labels':{'sandbox.hpa.dev/metrics':'true'}},
           'data':{'a':'external/namespaces/default/depth{q=a} ramp:from=0,to=100,over=10m'}}
          """);
      sandbox
          .metrics()
          .set(
              MetricSeries.parse("custom/namespaces/default/deployments.apps/web/qps"),
              "sine:min=1,max=9,period=7m");
      sandbox.faults().add(Fault.parse("clock:jump=90s,after=1m,for=5m"));
      sandbox.faults().add(Fault.parse("error:code=503,share=0.5,path=/api/v1/pods"));
      pass("PT2M");
      edit(ResourceTypes.DEPLOYMENTS, "web", "/spec/template/spec/containers/0", "image", "web:2");
      edit(ResourceTypes.DEPLOYMENTS, "api", "/spec", "replicas", 7);
      pass("PT6.5S");
      delete(ResourceTypes.PODS, "db-1");
      create(ResourceTypes.NAMESPACES, "{'metadata':{'name':'other'}}");
      sandbox
          .cluster()
          .delete(ResourceTypes.NAMESPACES, new ObjectKey("", "other"), DeleteOptions.DEFAULT);
      pass("PT0.75S");
      edit(ResourceTypes.STATEFUL_SETS, "db", "/spec", "replicas", 2);
    }

    void goOn() {
      pass("PT1M");
      edit(ResourceTypes.DEPLOYMENTS, "web", "/spec", "replicas", 2);
      workload("Deployment", ResourceTypes.DEPLOYMENTS, "late", 4, load("cpu", "1"));
      pass("PT9M");
      delete(ResourceTypes.DEPLOYMENTS, "api");
      edit(ResourceTypes.DEPLOYMENTS, "web", "/spec", "replicas", 6);
      pass("PT62M");
    }

    /** Everything there is to see, with uids numbered in the order of their appearance. */
    List<String> seen() {
      List<String> seen = new ArrayList<>();
      Store store = sandbox.cluster().store();
      for (String name : store.names()) {
        store.resource(name).in("").forEach(object -> seen.add(text(object.json())));
      }
      seen.add("revision " + store.revision());
      seen.add(text(sandbox.simulator().metrics().podList("", Selector.everything())));
      seen.add(text(sandbox.simulator().metrics().nodeList(Selector.everything())));
      for (String name : List.of("web", "api", "late", "odd")) {
        seen.add(name + sandbox.simulator().view(ResourceTypes.DEPLOYMENTS, key(name)));
      }
      seen.add("db" + sandbox.simulator().view(ResourceTypes.STATEFUL_SETS, key("db")));
      sandbox
          .metrics()
          .all()
          .forEach(
              entry ->
                  seen.add(
                      entry.series()
                          + " "
                          + entry.at(time.now())
                          + " "
                          + entry.since()
                          + " "
                          + entry.source()));
      sandbox
          .faults()
          .all()
          .forEach(fault -> seen.add(fault.id() + " " + fault.fault() + " " + fault.seen()));
      return numbered(seen);
    }

    @Override
    public void close() {
      sandbox.close();
      time.close();
    }
  }

  private static String load(String name, String value) {
    return "'sandbox.hpa.dev/%s':'%s'".formatted(name, value);
  }

  private static ObjectKey key(String name) {
    return new ObjectKey("default", name);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static List<String> numbered(List<String> texts) {
    Map<String, String> names = new LinkedHashMap<>();
    return texts.stream()
        .map(
            text ->
                UID.matcher(text)
                    .replaceAll(
                        found ->
                            Matcher.quoteReplacement(
                                names.computeIfAbsent(
                                    found.group(), any -> "uid-" + names.size()))))
        .toList();
  }

  private Path file() {
    return folder.resolve("deeper/cluster.state");
  }

  @Test
  void aRunGoesOnAsIfNothingHadHappened() throws IOException {
    try (Run whole = new Run(SandboxExtension.START, UnaryOperator.identity())) {
      whole.begin();
      whole.sandbox.save(file());
      try (Run resumed = new Run(whole.time.now(), options -> options.withState(file()))) {
        assertEquals(whole.seen(), resumed.seen());
        whole.goOn();
        resumed.goOn();
        List<String> expected = whole.seen();
        List<String> actual = resumed.seen();
        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
          assertEquals(expected.get(i), actual.get(i));
        }
        assertEquals(expected.size(), actual.size());
      }
    }
  }
}
