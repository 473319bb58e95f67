package dev.hpa.sandbox.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The guarantees of server-side apply, for many random configurations. */
class FieldManagerTest {

  private static final String APPS = "apps/v1";
  private static final Schema SCHEMA =
      Objects.requireNonNull(ObjectSchema.of(APPS, "Deployment")).types();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int RUNS = 500;

  /** Parts of a Deployment that can be applied independently. */
  private static final List<String> PARTS =
      List.of(
          "{'metadata':{'labels':{'a':'1'}}}",
          "{'metadata':{'labels':{'b':'1'}}}",
          "{'metadata':{'annotations':{'c':'1'}}}",
          "{'metadata':{'finalizers':['x/a']}}",
          "{'metadata':{'finalizers':['x/b','x/c']}}",
          "{'spec':{'replicas':3}}",
          "{'spec':{'paused':true}}",
          "{'spec':{'selector':{'matchLabels':{'a':'1'}}}}",
          "{'spec':{'strategy':{'type':'Recreate'}}}",
          "{'spec':{'template':{'spec':{'nodeSelector':{'a':'1'}}}}}",
          "{'spec':{'template':{'spec':{'containers':[{'name':'x','image':'i'}]}}}}",
          "{'spec':{'template':{'spec':{'containers':[{'name':'y','args':['1','2']}]}}}}",
          "{'spec':{'template':{'spec':{'containers':[{'name':'z','env':[{'name':'A','value':'1'}]}]}}}}");

  private final Random random = new Random(1);

  /** An object and its managers. */
  private record State(ObjectNode object, FieldManager owners) {

    static final State NOTHING = new State(tree("{}"), FieldManager.none(new OneVersion()));

    State applied(String manager, ObjectNode configuration, boolean force) {
      FieldManagerId applier = new FieldManagerId(manager, true, APPS, "");
      FieldManager.Applied applied = owners.applied(object, configuration, applier, force, NOW);
      return new State(applied.object(), applied.managers());
    }

    State applied(String manager, ObjectNode configuration) {
      return applied(manager, configuration, false);
    }

    State updated(String manager, ObjectNode now) {
      return new State(
          now, owners.updated(object, now, new FieldManagerId(manager, false, APPS, ""), NOW));
    }

    /** As JSON without times and with sorted lists, to compare the elements only. */
    String settled() {
      ObjectNode tracked = object.deepCopy();
      owners.writeTo(tracked);
      tracked.at("/metadata/managedFields").forEach(each -> ((ObjectNode) each).remove("time"));
      return sorted(tracked).toString();
    }
  }

  private static final class OneVersion implements VersionConverter {
    @Override
    public @Nullable Schema schema(String apiVersion) {
      return apiVersion.equals(APPS) ? SCHEMA : null;
    }

    @Override
    public ObjectNode convert(ObjectNode object, String apiVersion) {
      return object;
    }

    @Override
    public Set<String> untouched(String subresource) {
      return Set.of("status");
    }
  }

  private static ObjectNode tree(String text) {
    return (ObjectNode) Json.tree(text.replace('\'', '"'));
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isArray()) {
      List<JsonNode> elements = new ArrayList<>();
      node.forEach(element -> elements.add(sorted(element)));
      elements.sort((one, other) -> one.toString().compareTo(other.toString()));
      return JsonNodeFactory.instance.arrayNode().addAll(elements);
    }
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    Set<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    names.forEach(name -> members.set(name, sorted(node.path(name))));
    return node.isObject() ? members : node;
  }

  /** A configuration of some of the parts. */
  private ObjectNode some(List<String> parts) {
    ObjectNode configuration = tree("{}");
    for (String part : parts) {
      if (random.nextBoolean()) {
        configuration = ApplyMerge.of(SCHEMA, configuration, tree(part));
      }
    }
    return configuration;
  }

  private static void assertHas(ObjectNode configuration, State state) {
    assertEquals(state.object(), ApplyMerge.of(SCHEMA, state.object(), configuration));
  }

  @Test
  void applyIsIdempotent() {
    for (int run = 0; run < RUNS; run++) {
      State before = State.NOTHING.applied("other", some(PARTS));
      ObjectNode configuration = some(PARTS);
      State once = before.applied("me", configuration);
      State twice = once.applied("me", configuration);
      assertEquals(once.object(), twice.object());
      assertEquals(once.settled(), twice.settled());
      assertHas(configuration, once);
    }
  }

  @Test
  void appliesOfDisjointFieldsCommute() {
    for (int run = 0; run < RUNS; run++) {
      List<String> shuffled = new ArrayList<>(PARTS);
      Collections.shuffle(shuffled, random);
      ObjectNode mine = some(shuffled.subList(0, 6));
      ObjectNode yours = some(shuffled.subList(6, PARTS.size()));
      assertEquals(
          State.NOTHING.applied("me", mine).applied("you", yours).settled(),
          State.NOTHING.applied("you", yours).applied("me", mine).settled());
    }
  }

  @Test
  void applyingAnEmptyConfigurationKeepsFieldsOfOthers() {
    for (int run = 0; run < RUNS; run++) {
      State before = State.NOTHING.applied("me", some(PARTS));
      assertEquals(before.settled(), before.applied("you", tree("{}")).settled());
    }
  }

  @Test
  void removesOnlyFieldsWithoutOtherOwners() {
    for (int run = 0; run < RUNS; run++) {
      ObjectNode yours = some(PARTS);
      State both = State.NOTHING.applied("me", some(PARTS)).applied("you", yours);
      ObjectNode less = some(PARTS);
      State after = both.applied("me", less);
      assertHas(yours, after);
      assertHas(less, after);
      State alone = State.NOTHING.applied("me", less).applied("you", yours);
      assertEquals(alone.settled(), after.settled());
    }
  }

  @Test
  void managedFieldsRoundTrip() {
    for (int run = 0; run < RUNS; run++) {
      State state = State.NOTHING.applied("me", some(PARTS)).updated("you", some(PARTS));
      ObjectNode written = tree("{}");
      state.owners().writeTo(written);
      ObjectNode again = tree("{}");
      FieldManager.of(new OneVersion(), written).writeTo(again);
      assertEquals(written, again);
    }
  }

  @Test
  void updatesOwnChangedFields() {
    State mine = State.NOTHING.applied("me", tree("{'spec':{'replicas':3,'paused':true}}"));
    State after = mine.updated("you", tree("{'spec':{'replicas':5,'paused':true}}"));
    assertOwners("me {'f:spec':{'f:paused':{}}}, you {'f:spec':{'f:replicas':{}}}", after);
    State without = after.updated("you", tree("{'spec':{'replicas':5}}"));
    assertOwners("you {'f:spec':{'f:replicas':{}}}", without);
  }

  @Test
  void conflictsHaveManagerAndField() {
    State mine =
        State.NOTHING.applied(
            "me",
            tree(
                "{'spec':{'replicas':3,'template':{'spec':{'containers':[{'name':'x','ports':[{'containerPort':80,'name':'a'}]}]}}}}"));
    ObjectNode other =
        tree(
            "{'spec':{'replicas':4,'template':{'spec':{'containers':[{'name':'x','ports':[{'containerPort':80,'name':'b'}]}]}}}}");
    FieldConflictException refusal =
        assertThrows(FieldConflictException.class, () -> mine.applied("you", other));
    assertEquals(
        List.of(
            new FieldConflict("\"me\"", ".spec.replicas"),
            new FieldConflict(
                "\"me\"",
                ".spec.template.spec.containers[name=\"x\"].ports[containerPort=80,protocol=\"TCP\"].name")),
        refusal.conflicts());
    State forced = mine.applied("you", other, true);
    assertHas(other, forced);
    assertEquals(4, forced.object().at("/spec/replicas").asInt());
  }

  @Test
  void listsKeepTheAppliedOrder() {
    State mine =
        State.NOTHING
            .applied("me", containers("a", "b"))
            .applied("you", containers("x"))
            .applied("me", containers("b", "c", "a"));
    List<String> names = new ArrayList<>();
    mine.object()
        .at("/spec/template/spec/containers")
        .forEach(each -> names.add(each.path("name").asText()));
    assertEquals(List.of("b", "x", "c", "a"), names);
  }

  private static ObjectNode containers(String... names) {
    ObjectNode configuration = tree("{}");
    for (String name : names) {
      configuration.withArray("/spec/template/spec/containers").addObject().put("name", name);
    }
    return configuration;
  }

  @Test
  void rejectsDuplicateAndIncompleteKeys() {
    assertUnfit(
        ".spec.template.spec.containers: duplicate entries for key [name=\"a\"]",
        containers("a", "a"));
    assertUnfit(
        ".metadata.finalizers: duplicate entries for key [=\"x\"]",
        tree("{'metadata':{'finalizers':['x','x']}}"));
    assertUnfit(
        ".spec.template.spec.containers: element 0: associative list with keys has an element that omits key field \"name\" (and doesn't have default value)",
        tree("{'spec':{'template':{'spec':{'containers':[{'image':'i'}]}}}}"));
    assertUnfit(".spec.x: field not declared in schema", tree("{'spec':{'x':1}}"));
  }

  private static void assertUnfit(String message, ObjectNode configuration) {
    InvalidConfigurationException refusal =
        assertThrows(
            InvalidConfigurationException.class, () -> State.NOTHING.applied("me", configuration));
    assertEquals(message, refusal.getMessage());
  }

  private static void assertOwners(String expected, State state) {
    ObjectNode written = tree("{}");
    state.owners().writeTo(written);
    List<String> owners = new ArrayList<>();
    written
        .at("/metadata/managedFields")
        .forEach(each -> owners.add(each.path("manager").asText() + " " + each.path("fieldsV1")));
    assertEquals(expected.replace('\'', '"'), String.join(", ", owners));
  }
}
